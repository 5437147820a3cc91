/** Entries and totals, computed from the events of a statement. */
import { asText, hundredths } from './rules.mjs';

const timeOf = ({ version }, { at, event }) => (version < 3 ? event.metadata?.recordedAt : at);

export const isWithin = (statement, proven) => {
  const { from, to } = statement;
  const at = Date.parse(timeOf(statement, proven));
  return at >= Date.parse(from) && at < Date.parse(to);
};

/** Events whose shares are entries. */
const EARNING = new Set(['BenefitRedeemed', 'RedemptionConfirmed', 'RedemptionReversed']);

function entriesOf(statement) {
  const { about } = statement;
  return statement.events.flatMap((proven) => {
    const { number, event } = proven;
    const { data, type } = event;
    if (!isWithin(statement, proven) || !EARNING.has(type)) return [];
    if (about.kind === 'site' && data.siteId !== about.id) return [];
    return data.shares
      .filter(({ ownerId }) => about.kind === 'site' || ownerId === about.id)
      .map(({ entryId, qrId, ownerId, percent, amount, reversesEntryId }) => ({
        entryId,
        number,
        at: timeOf(statement, proven),
        siteId: data.siteId,
        redemptionId: data.redemptionId,
        qrId,
        distributorId: ownerId,
        percent,
        amount,
        currency: data.currency,
        reversesEntryId: reversesEntryId ?? null,
      }));
  });
}

/**
 * What was owed at the beginning is taken as it was signed; the rest is computed.
 * @param openings null: statements of that version have no balances
 */
function totalsOf(statement, entries, openings) {
  const sums = new Map();
  const of = (...names) => {
    const key = JSON.stringify(names);
    if (!sums.has(key))
      sums.set(key, { opening: 0n, entries: 0, earned: 0n, takenBack: 0n, paidOut: 0n, writtenOff: 0n });
    return sums.get(key);
  };
  for (const { siteId, distributorId, currency, opening } of openings ?? []) {
    if (hundredths(opening) !== 0n) of(siteId, distributorId, currency).opening = hundredths(opening);
  }
  for (const entry of entries) {
    const total = of(entry.siteId, entry.distributorId, entry.currency);
    total.entries += 1;
    total[entry.reversesEntryId === null ? 'earned' : 'takenBack'] += hundredths(entry.amount);
  }
  for (const proven of statement.events) {
    const { type, data } = proven.event;
    const sum = SETTLED[type];
    if (sum === undefined || !isWithin(statement, proven)) continue;
    of(data.siteId, data.distributorId, data.currency)[sum] +=
      (type === 'PayoutReturned' ? -1n : 1n) * hundredths(data.amount);
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { opening, entries: count, earned, takenBack, paidOut, writtenOff }]) => {
      const [siteId, distributorId, currency] = JSON.parse(key);
      const closing = opening + earned + takenBack - paidOut - writtenOff;
      return {
        siteId,
        distributorId,
        currency,
        entries: count,
        earned: asText(earned),
        takenBack: asText(takenBack),
        sum: asText(earned + takenBack),
        paidOut: asText(paidOut),
        ...(openings !== null && {
          opening: asText(opening),
          writtenOff: asText(writtenOff),
          closing: asText(closing),
        }),
      };
    });
}

/** By type of event, the sum that it adds to. */
const SETTLED = { PayoutPaid: 'paidOut', PayoutReturned: 'paidOut', BalanceWrittenOff: 'writtenOff' };

/** What the events come to against what the file says. @returns sentences */
function compare(what, computed, told, nameOf) {
  return Array.from({ length: Math.max(computed.length, told.length) }).flatMap((_, place) => {
    const [own, other] = [computed[place], told[place]];
    if (own === undefined) return `${what} ${nameOf(other)} stands on no event of the statement.`;
    if (other === undefined) return `${what} ${nameOf(own)} is missing.`;
    const fields = [...new Set([...Object.keys(own), ...Object.keys(other)])];
    return fields
      .filter((field) => own[field] !== other[field])
      .map((field) => `${what} ${nameOf(own)}: ${field} is ${other[field]}, and the events say ${own[field]}.`);
  });
}

/** Computes entries and totals from the events. @param told what the file says of them; entries null: nothing */
export function checkSums(computedFrom, told, openings) {
  try {
    const entries = entriesOf(computedFrom);
    const totals = totalsOf(computedFrom, entries, openings);
    const nameOfTotal = (total) => `${total.siteId} ${total.distributorId} ${total.currency}`;
    return {
      entries,
      totals,
      wrong: [
        ...(told.entries === null ? [] : compare('Entry', entries, told.entries, (entry) => entry.entryId)),
        ...compare('Total', totals, told.totals, nameOfTotal),
      ],
    };
  } catch (error) {
    return { entries: [], totals: [], wrong: [`Entries and totals cannot be computed: ${error.message}.`] };
  }
}
