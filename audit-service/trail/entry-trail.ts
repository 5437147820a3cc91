import type { EntryTrailAnswer } from '@perktree/contracts/audit/check-calls';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { RuleChoice } from '@perktree/contracts/commission/rule';
import { normalizePercent } from '@perktree/contracts/kernel/percent';
import { monthIn } from '@perktree/contracts/kernel/time-zone';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock } from '../effective-clock.ts';
import type { EntryRow } from '../explanation/entry-row.ts';
import { actorOf } from '../explanation/people.ts';
import { namesOf, siteOf } from '../own-site.ts';
import { isOf, type SiteHistoryEvent, siteHistory, type TreeEvent, treeHistory } from '../stream-history.ts';
import { describe } from '../support/described-event.ts';
import { eventsOfEntries, ofRedemption } from '../support/sources.ts';
import { type DescribedEvent, isOnTimeline } from '../support/timeline.ts';
import { type SetTerm, termsOfSite, termsOfTree } from '../terms/terms.ts';
import { foldTree } from '../tree-fold.ts';

/** A term that was in force, and the event that made it so. */
interface Term extends Readonly<Pick<EntryTrailAnswer['terms'][number], 'kind' | 'qr' | 'value'>> {
  readonly event: RecordedEvent;
}

const SITE_TERMS = [
  ['rule', 'commissionRule'],
  ['hold', 'commissionHoldDays'],
  ['minimum', 'minimumPayout'],
] as const;

/** The terms of a redemption: percents and owners of its path, and the rule, hold and minimum of its site. */
function termsOf(
  redeemed: RecordedEvent<'BenefitRedeemed'>,
  treeEvents: readonly TreeEvent[],
  siteEvents: readonly SiteHistoryEvent[],
): readonly Term[] {
  const { path, treeRevision, currency } = redeemed.fact.data;
  const before = treeEvents.slice(0, treeRevision + 1);
  const tree = foldTree(before);
  const percents = termsOfTree(before, currency).filter((each) => each.term === 'commissionPercent' && isOther(each));
  return [
    ...path.flatMap(({ qrId, ownerId, percent }): readonly Term[] => {
      const qr = { id: qrId, name: tree.get(qrId)?.terms.name ?? '' };
      const set = percents.findLast((each) => each.qr?.id === qrId);
      const claimed = before.findLast((event) => isOf(event, 'QrClaimed') && event.fact.data.qrId === qrId);
      return [
        ...(set ? [{ kind: 'percent', qr, value: normalizePercent(percent), event: set.event } as const] : []),
        ...(ownerId !== null && claimed ? [{ kind: 'owner', qr, value: ownerId, event: claimed } as const] : []),
      ];
    }),
    ...siteTerms(siteEvents.filter(({ position }) => position < redeemed.position)),
  ];
}

const isOther = ({ before, after }: SetTerm) =>
  after !== null && (before === null || normalizePercent(before) !== normalizePercent(after));

/** Of each term the event since which it was as it is at the end. */
function siteTerms(events: readonly SiteHistoryEvent[]): readonly Term[] {
  const terms = termsOfSite(events);
  return SITE_TERMS.flatMap(([kind, term]) => {
    const event = terms.findLast((each) => each.term === term)?.event;
    if (event === undefined || !('configuration' in event.fact.data)) return [];
    const value = event.fact.data.configuration[term];
    return { kind, qr: null, value: typeof value === 'object' ? ruleText(value) : `${value}`, event };
  });
}

function ruleText({ version, settings }: RuleChoice): string {
  const name = COMMISSION_RULES.find((rule) => rule.version === version)?.name ?? `${version}`;
  return [name, ...Object.entries(settings).map(([setting, amounts]) => `${setting}: ${amounts.join('; ')}`)].join(
    ', ',
  );
}

type Deps = Pick<AuditServiceDeps, 'store' | 'pool' | 'accounts'>;

/** All that happened to an entry, each step with its event, and the terms that were in force. @throws UndecodableEvent */
export async function entryTrail(deps: Deps, row: EntryRow): Promise<EntryTrailAnswer> {
  const { store, accounts } = deps;
  const scope = { tenantIds: [row.tenant_id], withAddresses: false };
  const wanted = { id: row.redemption_id, scope, before: null, until: null, count: 1 };
  const [position, found, known] = await Promise.all([
    store.head(),
    ofRedemption(deps, wanted),
    siteOf(deps, row.site_id),
  ]);
  const site = { id: row.site_id, name: known?.name ?? '', timeZone: known?.timeZone ?? UTC };
  const steps = stepsOf(found, row.entry_id);
  const redeemed = found.find((event) => isOf(event, 'BenefitRedeemed'));
  const terms = redeemed
    ? termsOf(redeemed, await treeHistory(store, redeemed.fact.data.rootQrId), await siteHistory(store, row.site_id))
    : [];
  const described = steps.map((event) => ({ event, ...describe(event) }));
  const idsOf = (name: 'qrId' | 'noteId') => described.flatMap((each) => each[name] ?? []);
  const [names, notes, qrNames] = await Promise.all([
    accounts.displayNames(peopleIn(row, described, terms)),
    accounts.noteTexts(idsOf('noteId')),
    namesOf(deps, 'qr', idsOf('qrId')),
  ]);
  const person = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
  const eventAnswer = ({ eventId, fact, metadata, position: at }: RecordedEvent) => ({
    eventId,
    type: fact.type,
    position: at.toString(),
    at: metadata.recordedAt,
    actor: actorOf(metadata, person),
  });
  return {
    entryId: row.entry_id,
    site,
    distributor: person(row.distributor_id),
    currency: row.currency,
    position: position.toString(),
    steps: described.map(
      ({ event, qrId, qrName, customerId, payoutId, amount, reason, reasonCode, noteId, shares }) => ({
        ...eventAnswer(event),
        command: event.metadata.commandName,
        qr: qrId === null ? null : { id: qrId, name: qrName ?? qrNames.get(qrId) ?? '' },
        customer: person(customerId),
        payoutId,
        amount,
        entryAmount: shares.find(({ entryId }) => entryId === row.entry_id)?.amount ?? null,
        reason: noteId === null ? reason : (notes.get(noteId) ?? null),
        reasonCode,
        code: isOf(event, 'QrScanned') ? event.fact.data.redemptionCode : null,
      }),
    ),
    terms: terms.map(({ kind, qr, value, event }) => ({
      kind,
      qr,
      value,
      amount: kind === 'minimum' ? value : null,
      event: eventAnswer(event),
    })),
    statementMonths: await monthsOf(deps, steps, row.entry_id, site.timeZone),
  };
}

/** The events of the redemption, and of payouts those that name the entry, oldest first. */
function stepsOf(found: readonly RecordedEvent[], entryId: string): readonly DescribedEvent[] {
  const ofPayouts = new Set(eventsOfEntries(found, [entryId]));
  return found
    .filter((event): event is DescribedEvent => isOnTimeline(event))
    .filter((event) => !('entryIds' in event.fact.data) || ofPayouts.has(event))
    .toSorted((a, b) => (a.position < b.position ? -1 : 1));
}

function peopleIn(
  row: EntryRow,
  described: readonly { readonly event: RecordedEvent; readonly customerId: string | null }[],
  terms: readonly Term[],
): readonly string[] {
  const all = [
    row.distributor_id,
    ...described.flatMap(({ event, customerId }) => [event.metadata.actor.id, customerId]),
    ...terms.flatMap(({ kind, value, event }) => [event.metadata.actor.id, kind === 'owner' ? value : null]),
  ];
  return [...new Set(all.flatMap((id) => id ?? []))];
}

/** Months in which a statement has the entry, or a payment of it: by effective times, as statements have them. */
async function monthsOf(
  deps: Deps,
  steps: readonly DescribedEvent[],
  entryId: string,
  timeZone: string,
): Promise<string[]> {
  const stated = steps.filter(({ fact }) => {
    if (fact.type === 'PayoutPaid' || fact.type === 'PayoutReturned' || fact.type === 'BalanceWrittenOff') return true;
    return 'shares' in fact.data && fact.data.shares.some((share) => share.entryId === entryId);
  });
  const clock = effectiveClock(deps);
  const times = await Promise.all(stated.map(({ position }) => clock.at(position)));
  return [...new Set(times.map(({ at }) => monthIn(timeZone, Date.parse(at))))].sort();
}
