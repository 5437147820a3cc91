#!/usr/bin/env node
/**
 * `node verify-statement.mjs FILE [--key PUBLIC_KEY] [--json]`: checks a statement of PerkTree by itself. It needs Node 18 or
 * later and this one file: no server, no database, no installed package, nothing else of PerkTree. `--json` needs `--key`.
 *
 * It hashes every event again, or those parts of it that the file shows, and climbs to the signed head, checks both
 * signatures, computes every commission, reversal, entry and total again from the events, and names what is not right. Exit code 0: all is right. 1: something is not. 2: it could
 * not be read.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Keys in order, since engines may give them in another one. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

function leafOf({ stream, revision, eventId, type, data, metadata }) {
  const text = JSON.stringify([stream, revision, eventId.toLowerCase(), type, sorted(data), sorted(metadata)]);
  return sha256(Buffer.from([0]), text);
}

/** Of the hashes of its parts: those that are shown are hashed here, of the others the file has the hash. */
function leafOfParts({ parts }) {
  const hashes = parts.map((part) =>
    isShown(part)
      ? sha256(Buffer.from(part.salt, 'hex'), JSON.stringify([part.name, sorted(part.value)]))
      : Buffer.from(part.hidden, 'hex'),
  );
  return sha256(Buffer.from([0]), ...hashes);
}

const isShown = (part) => typeof part.salt === 'string';
const isInParts = (proven) => Array.isArray(proven.parts);
const nameOfPart = (place) => ['whole', 'terms'][place] ?? `share ${place - 2}`;

/** An event of which parts are shown, as if it had nothing else. */
function seen(proven) {
  if (!isInParts(proven)) return proven;
  const shown = proven.parts.filter(isShown);
  const { stream, revision, eventId, type, recordedAt, ...data } = Object.assign(
    {},
    ...shown.filter(({ name }) => name === 'terms').map(({ value }) => value),
  );
  const shares = shown.filter(({ name }) => name.startsWith('share ')).map(({ value }) => value);
  const event = { stream, revision, eventId, type, data: { ...data, shares }, metadata: { recordedAt } };
  return { ...proven, event };
}

/** RFC 6962, 2.1: up from a leaf, whose place says at each level on which side the neighbour is. */
function climb(leaf, index, size, path) {
  if (size === 1) return path.length === 0 ? leaf : null;
  const neighbour = path.at(-1);
  if (neighbour === undefined) return null;
  let left = 1;
  while (left * 2 < size) left *= 2;
  const rest = path.slice(0, -1);
  const inner = index < left ? climb(leaf, index, left, rest) : climb(leaf, index - left, size - left, rest);
  if (inner === null) return null;
  return index < left ? sha256(Buffer.from([1]), inner, neighbour) : sha256(Buffer.from([1]), neighbour, inner);
}

function isSigned(text, signature, publicKey) {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return (
      key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

/** "1.5" → 150n: hundredths, of a currency's unit or of a percent. */
function hundredths(text) {
  const parts = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(text));
  if (!parts) throw new Error(`${text} is no amount`);
  const value = BigInt(parts[2] + (parts[3] ?? '').padEnd(2, '0'));
  return parts[1] === '-' ? -value : value;
}

function asText(value) {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Rule 1: each claimed QR earns its percent less that of the next claimed one below; largest remainder. */
function byPercents({ path, saleAmount }) {
  const sale = hundredths(saleAmount);
  const claimed = path.filter(({ ownerId }) => ownerId !== null);
  const points = claimed.map(({ percent }) => hundredths(percent));
  const pool = (2n * sale * (points[0] ?? 0n) + 10_000n) / 20_000n;
  const parts = claimed.map((qr, index) => {
    const own = points[index] - (points[index + 1] ?? 0n);
    return { ...qr, own, index, floor: (sale * own) / 10_000n, rest: (sale * own) % 10_000n };
  });
  const left = Number(pool - parts.reduce((sum, { floor }) => sum + floor, 0n));
  const byRest = [...parts].sort((a, b) => (a.rest === b.rest ? b.index - a.index : a.rest < b.rest ? 1 : -1));
  const extra = new Set(byRest.slice(0, left));
  return {
    pool,
    shares: parts.map((part) => ({ ...part, amount: part.floor + (extra.has(part) ? 1n : 0n) })),
  };
}

/** Rule 2: each claimed QR earns the amount of its tier; those nearest to the redeemed QR first, up to the sale amount. */
function byTiers({ path, saleAmount, ruleSettings }) {
  const sale = hundredths(saleAmount);
  let left = sale;
  const shares = path
    .map((qr, tier) => ({ ...qr, ofTier: hundredths(ruleSettings?.tierAmounts?.[tier] ?? '0') }))
    .filter(({ ownerId }) => ownerId !== null)
    .reverse()
    .map((qr) => {
      const amount = qr.ofTier < left ? qr.ofTier : left;
      left -= amount;
      return { ...qr, own: percentOf(amount, sale), amount };
    });
  return { pool: sale - left, shares: shares.reverse() };
}

/** Half-up, in hundredths of a percent. */
const percentOf = (amount, sale) => (sale === 0n ? 0n : (2n * amount * 10_000n + sale) / (2n * sale));

/** Commission rules by their version. */
export const RULES = new Map([
  [1, byPercents],
  [2, byTiers],
]);

function ruleOf({ ruleVersion }) {
  const rule = RULES.get(ruleVersion);
  if (rule === undefined) throw new Error(`rule ${ruleVersion} is not known here`);
  return rule;
}

/** A share's part of what is reversed so far, half-up: what reversals of version 1 take back of it. */
function partOf(share, reversed, sale) {
  if (sale === 0n) return 0n;
  return (share * reversed) / sale + (((share * reversed) % sale) * 2n >= sale ? 1n : 0n);
}

/** The pool of what is reversed so far, half-up: of the percents by rule 1, in proportion to the earned pool by rule 2. */
function reversedPool(shares, { reversed, sale, rule }) {
  const sum = (amounts) => amounts.reduce((all, amount) => all + amount, 0n);
  if (rule === byTiers) return partOf(sum(shares.map(({ earned }) => earned)), reversed, sale);
  return (2n * reversed * sum(shares.map(({ points }) => points)) + 10_000n) / 20_000n;
}

/**
 * What reversals of version 2 take back of each share in all: together the pool of what is reversed. Unit n of a share is
 * due at (2n - 1) / share; of units due at once, that nearest to the redeemed QR comes first.
 */
function takenInAll(shares, reversal) {
  const { reversed, sale } = reversal;
  const pool = reversedPool(shares, reversal);
  const units = shares.map(({ earned, taken }, index) => {
    const part = partOf(earned, reversed, sale);
    return { earned, index, least: taken, count: part > taken ? part : taken };
  });
  const byDue = (side) => (a, b) => {
    const [left, right] = [(2n * a.count + side) * b.earned, (2n * b.count + side) * a.earned];
    return left === right ? b.index - a.index : left < right ? -1 : 1;
  };
  let missing = units.reduce((rest, { count }) => rest - count, pool);
  while (missing !== 0n) {
    const isAdding = missing > 0n;
    const open = units.filter(({ count, earned, least }) => (isAdding ? count < earned : count > least));
    const unit = isAdding ? open.sort(byDue(1n))[0] : open.sort(byDue(-1n)).at(-1);
    if (unit === undefined) break;
    unit.count += isAdding ? 1n : -1n;
    missing += isAdding ? -1n : 1n;
  }
  return units.map(({ count }) => count);
}

/** Each share by itself is rounded by less than one unit; the pool moves at most one unit for each of 33 levels. */
const MOST_MOVED = 33n;

const named = ({ number, event }) =>
  `Event ${number} (${event.type}, ${event.stream}, revision ${event.revision}, id ${event.eventId})`;

/** @returns sentences on everything that is not right, and what was computed */
export function verifyStatement(statement, trustedKey = undefined) {
  const wrong = [];
  if (statement?.format !== 'perktree-statement') return { wrong: ['This is no statement of PerkTree.'] };
  if (![1, 2, 3, 4, 5, 6].includes(statement.version)) {
    return { wrong: ['This statement was made by a newer version: take its verifier.'] };
  }
  const { head, publicKey } = statement;
  const events = statement.events.map(seen);
  const key = trustedKey ?? publicKey;
  if (trustedKey !== undefined && trustedKey !== publicKey) {
    wrong.push('The key in the file is not the key that was given.');
  }
  if (!isSigned(headText(head), head.signature, key)) wrong.push('The head is not signed by the key.');
  if (head.keyId !== keyIdOf(publicKey))
    wrong.push(`The head names the key ${head.keyId}, which is not the one in the file.`);
  const isSealed = isSigned(textOf(statement.sealed), statement.seal, key);
  if (!isSealed) wrong.push('The lines that seal the statement are not signed by the key.');
  wrong.push(...unsealedFields(statement));
  wrong.push(...checkPlaces(events, head), ...checkTimes(events, statement), ...checkMoney(events));
  const totals = checkSums(wrong, { ...statement, events }, statement);
  if (isSealed) compareSeal(wrong, statement.sealed, linesOf(statement));
  return { wrong, totals, fingerprint: fingerprintOf(statement.sealed), keyIsFromFile: trustedKey === undefined };
}

/** Fields of a statement and of its parts. The seal covers no other ones, so any holder of the file could add them. */
const FIELDS = {
  statement: 'format version about from to timeZone createdAt events entries totals head publicKey sealed seal',
  about: 'kind id',
  head: 'events position chain root parts signedAt keyId signature',
  entries: 'entryId number at siteId redemptionId qrId distributorId percent amount currency reversesEntryId',
  totals: 'siteId distributorId currency opening entries earned takenBack sum paidOut writtenOff closing',
  events: 'number at path event parts',
  event: 'stream revision eventId type data metadata',
  parts: 'name value salt hidden',
};

function unsealedFields(statement) {
  const { about, head, entries, totals, events } = statement;
  const groups = {
    ...{ statement: [statement], about: [about], head: [head], entries, totals, events },
    event: events.flatMap(({ event }) => event ?? []),
    parts: events.flatMap(({ parts }) => parts ?? []),
  };
  return Object.entries(groups).flatMap(([group, items]) => {
    const known = new Set(FIELDS[group].split(' '));
    const unknown = new Set(items.flatMap((item) => Object.keys(item).filter((field) => !known.has(field))));
    return [...unknown].map((field) => `It has the field “${field}” in “${group}”, which its seal does not cover.`);
  });
}

const keyIdOf = (publicKey) => sha256(Buffer.from(publicKey, 'base64')).toString('hex').slice(0, 16);

function headText(head) {
  const isWithParts = (head.parts ?? null) !== null;
  return [
    ...[`perktree-chain-head-${isWithParts ? 2 : 1}`, head.events, head.position, head.chain, head.root],
    ...[...(isWithParts ? [head.parts] : []), head.signedAt, ''],
  ].join('\n');
}

const textOf = (lines) => lines.map((line) => `${line}\n`).join('');

/** Each event where it was recorded, and in its order. */
function checkPlaces(events, head) {
  const wrong = [];
  let before = 0;
  for (const proven of events) {
    if (!isRecorded(proven, head)) wrong.push(`${named(proven)} is not what was recorded under that number.`);
    if (proven.number <= before) wrong.push(`${named(proven)} is not in its order: it stands after event ${before}.`);
    before = proven.number;
    for (const [place, part] of (proven.parts ?? []).entries()) {
      if (!isShown(part) || part.name === nameOfPart(place)) continue;
      wrong.push(`${named(proven)}: what is shown as “${part.name}” stands in the place of “${nameOfPart(place)}”.`);
    }
  }
  return wrong;
}

/** An event counts at the newest clock among it and all before it: never before its own, nor before that of an earlier event. */
function checkTimes(events, { version, sealed }) {
  if (version < 3) return [];
  const wrong = [];
  const signed = new Map(sealedWords(sealed, ['event', 'parts']).map(([, number, at]) => [number, at]));
  let before = Number.NEGATIVE_INFINITY;
  for (const proven of events) {
    const [at, clock] = [Date.parse(proven.at), Date.parse(proven.event.metadata?.recordedAt)];
    if (!(at >= clock)) wrong.push(`${named(proven)} counts at ${proven.at}, which is before its own clock.`);
    if (!(at >= before)) wrong.push(`${named(proven)} counts at ${proven.at}, which is before an earlier event.`);
    const there = signed.get(String(proven.number)) ?? proven.at;
    if (there !== proven.at)
      wrong.push(`${named(proven)} counts at ${proven.at}, and was signed as counting at ${there}.`);
    before = at;
  }
  return wrong;
}

/** The words of the signed lines that begin with one of some words. */
const sealedWords = (sealed, beginnings) =>
  sealed.map((line) => String(line).split(' ')).filter(([first]) => beginnings.includes(first));

function isRecorded(proven, head) {
  const { number, path } = proven;
  if (!Number.isInteger(number) || number < 1 || number > head.events) return false;
  const [leaf, root] = isInParts(proven) ? [leafOfParts(proven), head.parts] : [leafOf(proven.event), head.root];
  const neighbours = path.map((hash) => Buffer.from(hash, 'hex'));
  return climb(leaf, number - 1, head.events, neighbours)?.toString('hex') === root;
}

/** Compares entries and totals of the events with the stated ones. @returns the totals */
function checkSums(wrong, computedFrom, told) {
  try {
    const entries = entriesOf(computedFrom);
    const totals = totalsOf(computedFrom, entries);
    compare(wrong, 'Entry', entries, told.entries, (entry) => entry.entryId);
    const nameOfTotal = (total) => `${total.siteId} ${total.distributorId} ${total.currency}`;
    compare(wrong, 'Total', totals, told.totals, nameOfTotal);
    return totals;
  } catch (error) {
    wrong.push(`Entries and totals cannot be computed: ${error.message}.`);
    return [];
  }
}

/** What is printed on the PDF that was made together with the file. */
const fingerprintOf = (sealed) => sha256(textOf(sealed)).toString('hex');

/** Every redemption and reversal computed again. */
function checkMoney(events) {
  const wrong = [];
  const redemptions = new Map();
  for (const proven of events) {
    const differs = (what, found, expected) => {
      if (String(found) === String(expected)) return;
      wrong.push(`${named(proven)}: ${what} is ${found}, and computes to ${expected}.`);
    };
    try {
      const money = isInParts(proven) ? MONEY_IN_PARTS : MONEY;
      money[proven.event.type]?.(proven.event.data, redemptions, differs);
    } catch (error) {
      wrong.push(`${named(proven)} cannot be computed: ${error.message}.`);
    }
  }
  return wrong;
}

/** Pool and shares as the path earns them of the sale amount by the recorded rule. */
function checkShares(data, path, differs) {
  const { pool, shares } = ruleOf(data)({ ...data, path });
  differs('the pool', data.pool, asText(pool));
  differs('the number of shares', data.shares.length, shares.length);
  for (const share of shares) {
    const own = data.shares.find(({ qrId }) => qrId === share.qrId);
    differs(`the share of QR ${share.qrId}`, own?.amount, asText(share.amount));
    differs(`the percent of QR ${share.qrId}`, own && asText(hundredths(own.percent)), asText(share.own));
    differs(`the owner of QR ${share.qrId}`, own?.ownerId, share.ownerId);
  }
}

const MONEY = {
  BenefitRedeemed(data, redemptions, differs) {
    const waiting = data.awaitsConfirmation ?? null;
    checkShares({ ...data, ...(waiting ?? {}) }, data.path, differs);
    if (waiting) {
      differs('what is earned before it is confirmed', data.pool, '0.00');
      differs('the number of shares before it is confirmed', data.shares.length, 0);
    }
    redemptions.set(data.redemptionId, { data, path: data.path, waiting, reversed: 0n, taken: new Map() });
  },

  RedemptionConfirmed(data, redemptions, differs) {
    const redemption = redemptions.get(data.redemptionId);
    if (!redemption?.waiting) throw new Error('no redemption that awaits confirmation stands before it');
    const { ruleSettings } = redemption.data;
    checkShares({ ...data, ruleSettings }, redemption.path, differs);
    redemptions.set(data.redemptionId, { ...redemption, data, waiting: null });
  },

  RedemptionReversed(data, redemptions, differs) {
    const redemption = redemptions.get(data.redemptionId);
    if (!redemption) throw new Error('the redemption that it takes back does not stand before it');
    differs('the number of shares', data.shares.length, redemption.data.shares.length);
    takeBack(data, redemption, differs, (shares, reversal) => takenInAll(shares, reversal));
  },
};

/** What can be computed of an event by those who may read some of its shares only. */
const MONEY_IN_PARTS = {
  BenefitRedeemed(data, redemptions, differs) {
    const sale = hundredths(data.saleAmount);
    const rule = ruleOf(data);
    for (const { qrId, percent, amount } of data.shares) {
      if (rule === byTiers) {
        // The amounts of the tiers are not shown.
        const earned = hundredths(amount);
        if (earned > sale) differs(`the share of QR ${qrId}`, amount, `${asText(sale)} at most`);
        differs(`the percent of QR ${qrId}`, asText(hundredths(percent)), asText(percentOf(earned, sale)));
        continue;
      }
      const exact = sale * hundredths(percent);
      const [floor, rest] = [exact / 10_000n, exact % 10_000n];
      // How the last minor unit was given out depends on the other shares.
      const isRoundedUp = rest > 0n && hundredths(amount) === floor + 1n;
      differs(`the share of QR ${qrId}`, amount, asText(isRoundedUp ? floor + 1n : floor));
    }
    redemptions.set(data.redemptionId, { data, reversed: 0n, taken: new Map() });
  },

  RedemptionConfirmed(data, redemptions, differs) {
    MONEY_IN_PARTS.BenefitRedeemed(data, redemptions, differs);
  },

  RedemptionReversed(data, redemptions, differs) {
    const redemption = redemptions.get(data.redemptionId);
    if (!redemption) throw new Error('the redemption that it takes back does not stand before it');
    // Which unit is taken back first depends on the other shares.
    takeBack(data, redemption, differs, (shares, { reversed, sale }) =>
      shares.map(({ earned, taken, told }) => {
        const part = partOf(earned, reversed, sale);
        const isNear = told - part <= MOST_MOVED && part - told <= MOST_MOVED;
        return told >= taken && told <= earned && isNear && (reversed < sale || told === earned) ? told : part;
      }),
    );
  },
};

/** @param inAll what reversals of version 2 take back in all of each share */
function takeBack(data, redemption, differs, inAll) {
  const version = data.ruleVersion ?? 1;
  if (![1, 2].includes(version)) throw new Error(`reversal rule ${version} is not known here`);
  const rule = ruleOf(redemption.data);
  const sale = hundredths(redemption.data.saleAmount);
  const before = redemption.reversed;
  const after = before + hundredths(data.amount);
  if (after > sale) differs('what is taken back in all', asText(after), asText(sale));
  const shares = redemption.data.shares.map(({ entryId, amount, percent, ownerId }) => {
    const [earned, taken] = [hundredths(amount), redemption.taken.get(entryId) ?? 0n];
    const own = data.shares.find(({ reversesEntryId }) => reversesEntryId === entryId);
    const told = taken - hundredths(own?.amount ?? '0.00');
    return { entryId, ownerId, points: hundredths(percent), earned, taken, own, told };
  });
  const together = version === 2 ? inAll(shares, { reversed: after, sale, rule }) : [];
  for (const [index, { entryId, ownerId, earned, taken, own, told }] of shares.entries()) {
    const back = version === 2 ? together[index] - taken : partOf(earned, after, sale) - partOf(earned, before, sale);
    differs(`what is taken back of entry ${entryId}`, own && asText(hundredths(own.amount)), asText(-back));
    differs(`the owner of what is taken back of entry ${entryId}`, own?.ownerId, ownerId);
    redemption.taken.set(entryId, told);
  }
  redemption.reversed = after;
}

const timeOf = ({ version }, { at, event }) => (version < 3 ? event.metadata?.recordedAt : at);

const isWithin = (statement, proven) => {
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
        ...{
          entryId,
          number,
          at: timeOf(statement, proven),
          siteId: data.siteId,
          redemptionId: data.redemptionId,
          qrId,
        },
        ...{ distributorId: ownerId, percent, amount, currency: data.currency },
        reversesEntryId: reversesEntryId ?? null,
      }));
  });
}

/** What was owed at the beginning is taken as it was signed; the rest is computed. */
function totalsOf(statement, entries) {
  const hasBalances = statement.version >= 3;
  const sums = new Map();
  const of = (...names) => {
    const key = JSON.stringify(names);
    if (!sums.has(key))
      sums.set(key, { opening: 0n, entries: 0, earned: 0n, takenBack: 0n, paidOut: 0n, writtenOff: 0n });
    return sums.get(key);
  };
  for (const [, siteId, distributorId, currency, opening] of hasBalances
    ? sealedWords(statement.sealed, ['total'])
    : []) {
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
        ...{ siteId, distributorId, currency, entries: count, earned: asText(earned), takenBack: asText(takenBack) },
        ...{ sum: asText(earned + takenBack), paidOut: asText(paidOut) },
        ...(hasBalances && {
          ...{ opening: asText(opening), writtenOff: asText(writtenOff), closing: asText(closing) },
        }),
      };
    });
}

/** By type of event, the sum that it adds to. */
const SETTLED = { PayoutPaid: 'paidOut', PayoutReturned: 'paidOut', BalanceWrittenOff: 'writtenOff' };

/** What the events come to against what the file says. */
function compare(wrong, what, computed, told, nameOf) {
  for (let place = 0; place < Math.max(computed.length, told.length); place += 1) {
    const [own, other] = [computed[place], told[place]];
    if (own === undefined) wrong.push(`${what} ${nameOf(other)} stands on no event of the statement.`);
    else if (other === undefined) wrong.push(`${what} ${nameOf(own)} is missing.`);
    else {
      const fields = [...new Set([...Object.keys(own), ...Object.keys(other)])].filter(
        (field) => own[field] !== other[field],
      );
      for (const field of fields) {
        wrong.push(`${what} ${nameOf(own)}: ${field} is ${other[field]}, and the events say ${own[field]}.`);
      }
    }
  }
}

/** What was signed as the statement was made against what is in the file now. */
function compareSeal(wrong, sealed, now) {
  const [signed, there] = [new Set(sealed), new Set(now)];
  for (const line of sealed)
    if (!there.has(line)) wrong.push(`It was signed with “${line}”, which the file does not say.`);
  for (const line of now) if (!signed.has(line)) wrong.push(`It says “${line}”, and was not signed with that.`);
  const place = sealed.findIndex((line, index) => line !== now[index]);
  if (place >= 0 && signed.size === there.size && [...signed].every((line) => there.has(line))) {
    wrong.push(`The order is not the one that was signed: from “${now[place]}” on.`);
  }
}

function linesOf({ version, about, from, to, timeZone, createdAt, head, events, entries, totals }) {
  return [
    `perktree-statement-${version}`,
    `about ${about.kind} ${about.id}`,
    `period ${from} ${to}`,
    ...(version < 6 ? [] : [`zone ${timeZone}`]),
    `created ${createdAt}`,
    `head ${head.events} ${head.chain} ${head.root}${version === 1 ? '' : ` ${head.parts ?? '-'}`}`,
    ...events.flatMap((proven) => (isInParts(proven) ? linesOfParts(proven, version) : [lineOfWhole(proven, version)])),
    ...entries.map((e) =>
      [
        ...['entry', e.entryId, e.number, e.at, e.siteId, e.redemptionId, e.qrId, e.distributorId, e.percent],
        ...[e.amount, e.currency, e.reversesEntryId ?? '-'],
      ].join(' '),
    ),
    ...totals.map((t) =>
      [
        ...['total', t.siteId, t.distributorId, t.currency, ...(version < 3 ? [] : [t.opening]), t.entries, t.earned],
        ...[t.takenBack, t.sum, t.paidOut, ...(version < 3 ? [] : [t.writtenOff, t.closing])],
      ].join(' '),
    ),
  ];
}

const placeOf = ({ number, at }, version) => (version < 3 ? `${number}` : `${number} ${at}`);

const lineOfWhole = (proven, version) => `event ${placeOf(proven, version)} ${leafOf(proven.event).toString('hex')}`;

function linesOfParts(proven, version) {
  const { number, parts } = proven;
  const fields = parts
    .filter(isShown)
    .flatMap(({ name, value }) =>
      Object.entries(sorted(value)).map(
        ([field, told]) => `shown ${number} ${name}: ${field} is ${JSON.stringify(told)}`,
      ),
    );
  return [`parts ${placeOf(proven, version)} ${leafOfParts(proven).toString('hex')}`, ...fields];
}

/** For programs. With the key in the file alone, a file that was signed again with another key would pass, so `--key` is needed. */
function jsonAnswer({ wrong, totals = [], fingerprint, keyIsFromFile }) {
  const problems = keyIsFromFile ? [...wrong, 'No --key was given: the file was checked by its own key only.'] : wrong;
  const ok = problems.length === 0;
  console.log(JSON.stringify({ ok, key: keyIsFromFile ? 'file' : 'argument', wrong: problems, totals, fingerprint }));
  return ok ? 0 : 1;
}

function main(args) {
  const at = args.indexOf('--key');
  const key = at < 0 ? undefined : args[at + 1];
  const [file] = args.filter((word, index) => !word.startsWith('--') && (at < 0 || index !== at + 1));
  if (file === undefined) {
    console.error('node verify-statement.mjs FILE [--key PUBLIC_KEY] [--json]');
    return 2;
  }
  let result;
  try {
    result = verifyStatement(JSON.parse(readFileSync(file, 'utf8')), key);
  } catch (error) {
    console.error(`${file} cannot be read as a statement: ${error.message}`);
    return 2;
  }
  if (args.includes('--json')) return jsonAnswer(result);
  const { wrong, totals = [], fingerprint, keyIsFromFile } = result;
  if (wrong.length > 0) {
    console.log([`${wrong.length} ${wrong.length === 1 ? 'thing is' : 'things are'} not right:`, ...wrong].join('\n'));
  } else {
    for (const t of totals) {
      console.log(
        `${t.siteId} ${t.distributorId}: ${t.entries} entries, ${t.sum} ${t.currency}, ${t.paidOut} paid out${t.closing === undefined ? '' : `, balance ${t.opening} before and ${t.closing} after`}`,
      );
    }
    console.log(`Fingerprint: ${fingerprint}`);
    console.log('All of it is as it was recorded, signed and computed.');
    if (keyIsFromFile)
      console.log('The key is the one in the file: compare it with the published one, or give that by --key.');
  }
  return wrong.length === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = main(process.argv.slice(2));
}
