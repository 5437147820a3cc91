import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { streams } from '@perktree/contracts/catalogue/streams';
import type { TimelineKind } from '@perktree/contracts/support/calls';
import { projectorLag } from '@perktree/projector/engine/live/lag';
import { startProductProcessor } from '@perktree/projector/service';
import { openTestDatabase, readModelsTemplate } from '@perktree/projector/testing/database';
import {
  awaited,
  confirmed,
  payout,
  recorded,
  redeemed,
  reversed,
  rootCreated,
  SITE,
  siteCreated,
  uuid,
} from '@perktree/projector/testing/events';
import { randomHistory, runs } from '@perktree/projector/testing/random-history';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { asStored, storeOf } from '../testing/honest-history.ts';
import { smallHistory } from '../testing/small-history.ts';
import { newestFirst } from './page.ts';
import type { SourceDeps } from './sources.ts';
import type { SupportScope } from './subjects.ts';
import { timelineOf } from './timeline.ts';

const silent = { info() {}, warn() {}, error() {} };
const everything: SupportScope = { tenantIds: null, withAddresses: true };

let close = async () => {};
afterAll(() => close());

/** The read models of a history, and a store that reads streams from a revision on as the real ones do. */
async function stored(events: readonly RecordedEvent[]): Promise<SourceDeps> {
  await close();
  // Of each history: a projector takes another history for a store that has gone back.
  const database = await openTestDatabase(readModelsTemplate);
  const { pool } = database;
  close = database.close;
  const memory = storeOf(events);
  const processor = startProductProcessor({ store: memory, pool, logger: silent });
  await expect.poll(async () => (await projectorLag({ store: memory, pool })).behind).toBe(0n);
  await processor.stop();
  const store: SourceDeps['store'] = {
    readStream: async (stream, from = 0) => (await memory.readStream(stream)).filter((e) => e.revision >= from),
    readAll: (after, limit) => memory.readAll(after, limit),
    head: () => memory.head(),
  };
  return { pool, store };
}

async function wholeTimeline(deps: SourceDeps, kind: TimelineKind, id: string, limit: number, scope = everything) {
  const ids: string[] = [];
  let before: Parameters<typeof timelineOf>[2]['before'] = null;
  do {
    const { events, next } = await timelineOf(deps, { kind, id, scope }, { limit, before });
    expect(events.length).toBeLessThanOrEqual(limit);
    ids.push(...events.map(({ eventId }) => eventId));
    before = next;
  } while (before !== null);
  return ids;
}

type Fact = RecordedEvent['fact'];
const ownersIn = ({ data }: Fact) => ('shares' in data ? data.shares.map(({ ownerId }) => ownerId) : []);

/** Whether an event belongs on a timeline, by the whole history. */
function belongs(kind: TimelineKind, id: string, history: readonly RecordedEvent[]): (event: RecordedEvent) => boolean {
  const facts = history.map(({ fact }) => fact);
  const redeemed = facts.find(({ type, data }) => type === 'BenefitRedeemed' && data.redemptionId === id);
  const scanId = redeemed && 'scanId' in redeemed.data ? redeemed.data.scanId : null;
  const entries = new Set(
    facts.flatMap(({ data }) =>
      'shares' in data && data.redemptionId === id ? data.shares.map(({ entryId }) => entryId) : [],
    ),
  );
  const redemptionsOf = (redemptionId: string) =>
    facts.flatMap(({ data }) => ('shares' in data && data.redemptionId === redemptionId ? [data] : []));
  const customerOf = (redemptionId: string) => redemptionsOf(redemptionId)[0]?.customerId;
  const earnedFrom = (redemptionId: string) =>
    redemptionsOf(redemptionId).flatMap(({ shares }) => shares.map(({ ownerId }) => ownerId));
  const rules: Readonly<Record<TimelineKind, (fact: Fact) => boolean>> = {
    customer: ({ data }) =>
      'noteId' in data && 'redemptionId' in data
        ? customerOf(data.redemptionId) === id
        : 'customerId' in data && data.customerId === id,
    qr({ type, data }) {
      if (type === 'QrSplit' && data.children.some(({ qrId }) => qrId === id)) return true;
      if (type === 'SiblingQrCreated' && data.qr.qrId === id) return true;
      return 'qrId' in data && data.qrId === id;
    },
    redemption({ type, data }) {
      if (type === 'QrScanned') return data.scanId === scanId;
      if ('redemptionId' in data) return data.redemptionId === id;
      return 'entryIds' in data && data.entryIds.some((entryId) => entries.has(entryId));
    },
    distributor(fact) {
      const { type, data } = fact;
      if ('noteId' in data && 'redemptionId' in data) return earnedFrom(data.redemptionId).includes(id);
      if (type === 'QrClaimed' || type === 'QrClaimReleased') return data.distributorId === id;
      return ownersIn(fact).includes(id) || ('payoutId' in data && data.distributorId === id);
    },
  };
  return ({ fact }) => rules[kind](fact);
}

/** Everything that has a timeline in a history. */
function subjectsIn(history: readonly RecordedEvent[]): readonly (readonly [TimelineKind, string])[] {
  const found = history.flatMap(({ fact: { data } }): (readonly [TimelineKind, string])[] => [
    ...('redemptionId' in data ? [['redemption', data.redemptionId] as const] : []),
    ...('customerId' in data && data.customerId !== null ? [['customer', data.customerId] as const] : []),
    ...('qrId' in data ? [['qr', data.qrId] as const] : []),
    ...('shares' in data ? data.shares.map(({ ownerId }) => ['distributor', ownerId] as const) : []),
  ]);
  return [...new Map(found.map((subject) => [subject.join(' '), subject])).values()];
}

/** As if clocks showed the day alone: many events at one instant, and others before. */
const byTheDay = (history: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  history.map((event) => {
    const recordedAt = `${event.metadata.recordedAt.slice(0, 10)}T00:00:00.000Z`;
    return { ...event, metadata: { ...event.metadata, recordedAt } };
  });

const KINDS: readonly TimelineKind[] = ['redemption', 'customer', 'qr', 'distributor'];

/** Two subjects of each kind, or as many as there are. */
const someOf = (subjects: ReturnType<typeof subjectsIn>, pick: number) =>
  KINDS.flatMap((kind) => {
    const ofKind = subjects.filter((subject) => subject[0] === kind);
    const from = pick % (ofKind.length || 1);
    return [...ofKind.slice(from), ...ofKind.slice(0, from)].slice(0, 2);
  });

describe('a timeline', () => {
  it.each([
    ['to the millisecond', (history: readonly RecordedEvent[]) => history],
    ['to the day', byTheDay],
  ])('tells what belongs to it once, newest first, in pages of any length, with times %s', async (_, withTimes) => {
    const told = { redemption: 0, customer: 0, qr: 0, distributor: 0 };
    await fc.assert(
      fc.asyncProperty(
        randomHistory.map(asStored).map(withTimes),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(),
        async (history, limit, pick) => {
          const deps = await stored(history);
          for (const [kind, id] of someOf(subjectsIn(history), pick)) {
            const expected = history
              .filter(belongs(kind, id, history))
              .toSorted((a, b) => newestFirst(a, b))
              .map(({ eventId }) => eventId);
            expect(await wholeTimeline(deps, kind, id, limit), `${kind} ${id}`).toEqual(expected);
            told[kind] += expected.length;
          }
        },
      ),
      // The example has subjects of each kind, which random histories may lack.
      { numRuns: runs(2), examples: [[withTimes(asStored(recorded(smallHistory()))), 3, 0]] },
    );
    for (const count of Object.values(told)) expect(count).toBeGreaterThan(0);
  });

  it.each([
    ['', 12],
    [', also where clocks went back', 0],
  ])('has the events of a redemption that waited, however many others lie between them%s', async (_, first) => {
    // The site is created at noon.
    const at = (hour: number) => ({ at: new Date(Date.UTC(2026, 2, 1, first + hour)).toISOString() });
    const others = (from: number) =>
      [0, 1, 2, 3].map((n) => ({ ...redeemed(`other ${from + n}`, 'root'), ...at(from + n) }));
    const endsWaiting = { scanId: uuid('scan of taken back'), entryIds: [uuid('taken back entry')] };
    const history = asStored(
      recorded([
        ...[siteCreated(), rootCreated('root')],
        { ...awaited('confirmed', 'root'), ...at(1) },
        { ...awaited('taken back', 'root'), ...at(2) },
        ...others(3),
        { ...confirmed('confirmed', 'root'), ...at(7) },
        ...others(8),
        { ...reversed('taken back', 'root', { shares: [], endsWaiting }), ...at(12) },
        ...others(13),
      ]),
    );
    const deps = await stored(history);
    const subjects = [
      ['customer', 'customer', 16],
      ['distributor', 'dora', 16],
      ['qr', uuid('root'), 17],
    ] as const;
    for (const [kind, id, events] of subjects) {
      const whole = await wholeTimeline(deps, kind, id, 50);
      expect(whole, kind).toHaveLength(events);
      for (const limit of [1, 2, 3, 7]) {
        expect(await wholeTimeline(deps, kind, id, limit), `${kind}, ${limit} a page`).toEqual(whole);
      }
    }
  });

  it('tells of a redemption that its commission was paid out in a sum', async () => {
    const [entryId, combinedId] = [uuid('entry root'), uuid('sum')];
    const { payoutId, ...place } = payout('p1');
    const sum = { ...place, distributorId: 'ana', amount: '2.00' };
    const history = asStored(
      recorded([
        ...smallHistory().slice(0, 9),
        { type: 'EntriesCombined', data: { ...sum, combinedId, entryIds: [entryId] } },
        { type: 'PayoutGenerated', data: { ...sum, payoutId, settlement: 'by_hand', entryIds: [combinedId] } },
      ]),
    ).map((event) =>
      event.fact.type === 'EntriesCombined' ? { ...event, stream: streams.payouts(SITE.siteId, 'ana') } : event,
    );
    const deps = await stored(history);
    const subject = { kind: 'redemption', id: uuid('r1'), scope: everything } as const;
    const { events } = await timelineOf(deps, subject, { limit: 50, before: null });
    expect(events.map(({ fact }) => fact.type)).toEqual([
      ...['PayoutGenerated', 'EntriesCombined', 'BenefitRedeemed', 'QrScanned'],
    ]);
  });

  it('tells nothing of other tenants', async () => {
    const history = asStored(recorded(smallHistory()));
    const deps = await stored(history);
    const other = { tenantIds: ['0198c0de-0000-4000-8000-00000000dead'], withAddresses: false };
    for (const [kind, id] of subjectsIn(history)) {
      expect(
        await wholeTimeline(deps, kind, id, 50, { tenantIds: [SITE.tenantId], withAddresses: false }),
        kind,
      ).not.toEqual([]);
      expect(await wholeTimeline(deps, kind, id, 50, other), kind).toEqual([]);
    }
  });
});
