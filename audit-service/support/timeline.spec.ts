import { type RecordedEvent, streams } from '@perktree/contracts/catalogue/events';
import type { TimelineKind } from '@perktree/contracts/support/calls';
import { openTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { projectorLag } from '@perktree/projector/engine/live/lag';
import { startProductProcessor } from '@perktree/projector/service';
import { readModelsTemplate } from '@perktree/projector/testing/database';
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
import { afterAll, describe, expect, it } from 'vitest';
import { asStored, storeOf } from '../testing/honest-history.ts';
import { smallHistory } from '../testing/small-history.ts';
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
  const database = await openTestPool(readModelsTemplate);
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

const note = { noteId: uuid('note of a dispute'), noteHash: null };
const dispute = { ...SITE, redemptionId: uuid('r1'), qrId: uuid('grandchild'), ...note };
const history = asStored(
  recorded([...smallHistory(), { type: 'DisputeOpened', data: dispute, at: '2026-03-21T12:00:00.000Z' }]),
);
/** The positions of the events that belong to a subject, newest first; many are of one instant. */
const SUBJECTS: readonly (readonly [TimelineKind, string, readonly number[]])[] = [
  ['redemption', uuid('r1'), [16, 15, 14, 13, 12, 9, 8]],
  ['customer', 'customer', [16, 15, 14, 9, 8]],
  ['qr', uuid('child'), [11, 10, 6, 4, 3]],
  ['qr', uuid('grandchild'), [16, 15, 14, 9, 8, 7, 4]],
  ['distributor', 'ana', [16, 15, 14, 13, 12, 9, 5]],
  ['distributor', 'ben', [16, 15, 14, 10, 9, 6]],
  ['distributor', 'dora', [11]],
];

describe('a timeline', () => {
  it('tells what belongs to it once, newest first, in pages of any length, and nothing to other tenants', async () => {
    const deps = await stored(history);
    const own = { tenantIds: [SITE.tenantId], withAddresses: false };
    const other = { tenantIds: ['0198c0de-0000-4000-8000-00000000dead'], withAddresses: false };
    for (const [kind, id, positions] of SUBJECTS) {
      const expected = positions.map((position) => history[position - 1]?.eventId);
      for (const limit of [1, 2, 3, 50]) {
        expect(await wholeTimeline(deps, kind, id, limit), `${kind} ${id}, ${limit} a page`).toEqual(expected);
      }
      expect(await wholeTimeline(deps, kind, id, 50, own), kind).toEqual(expected);
      expect(await wholeTimeline(deps, kind, id, 50, other), kind).toEqual([]);
    }
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
});
