import { inEffectiveOrder } from '@perktree/event-store/effective-time/ordered-store';
import type { StoredEvent } from '@perktree/event-store/port';
import { useTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { beforeEach, expect, it } from 'vitest';
import { qrs } from '../../qr/qrs/projection.ts';
import { reversed, rootCreated, scanned, siteCreated } from '../../testing/events.ts';
import { MemoryStore } from '../../testing/memory-store.ts';
import {
  checkpoints,
  counters,
  differing,
  eventsOf,
  projections,
  someTemplate,
  visits,
} from '../../testing/some-read-models.ts';
import { acquireLease, ensureLeases, type Lease, LeaseLost } from '../leases/leases.ts';
import { ensureReadModels } from '../tables/schema.ts';
import { CheckpointMoved } from './checkpoints.ts';
import type { PoisonEvent } from './fold.ts';
import { LiveWriter } from './live-writer.ts';

const GROUP = 'read models 1 of 1';
const database = await useTestPool(someTemplate);
const pool = database.pool;
beforeEach(begin);

async function begin(): Promise<void> {
  await pool.query('DROP SCHEMA IF EXISTS read_models CASCADE');
  await ensureReadModels(pool, projections);
}

async function lead(holder: string): Promise<Lease> {
  const client = await pool.connect();
  try {
    await ensureLeases(client, [GROUP]);
    const lease = await acquireLease(client, GROUP, 0, holder);
    if (lease === null) throw new Error('the lease has run out at once');
    return lease;
  } finally {
    client.release();
  }
}

/** A writer that continues from the checkpoints, and its poison events. */
async function writerOf(lease: Lease, events: readonly StoredEvent[], cachedRows?: number) {
  const store = new MemoryStore();
  store.push(...events);
  const { running } = await checkpoints(pool);
  const stopped: PoisonEvent[] = [];
  const onWritten = (poison: readonly PoisonEvent[]) => void stopped.push(...poison);
  return {
    writer: new LiveWriter(
      { pool, lease, store: inEffectiveOrder(store), announces: 'both', onWritten, cachedRows },
      running,
    ),
    stopped,
  };
}

const day = (count: number) => eventsOf([siteCreated(), rootCreated('root'), ...visits(0, count)]);
const differs = (events: readonly StoredEvent[]) => {
  const store = new MemoryStore();
  store.push(...events);
  return differing(pool, store);
};

it('does not read rows that an earlier batch has written', async () => {
  const events = day(3);
  const { writer } = await writerOf(await lead('one'), events);
  await writer.take(events.slice(0, 4));
  await pool.query(`UPDATE read_models.qrs__v${qrs.version} SET total_scans = 700, total_redemptions = 700`);
  await writer.take(events.slice(4));
  expect(await counters(pool)).toEqual({ scans: 3, redemptions: 3 });
});

it('writes no cached rows after another projector has written, although it holds the lease', async () => {
  const events = day(3);
  const lease = await lead('one');
  const [{ writer }, { writer: other }] = [await writerOf(lease, events), await writerOf(lease, events)];
  await writer.take(events.slice(0, 4));
  await expect(other.take(events.slice(0, 4))).rejects.toThrow(CheckpointMoved);
  const { writer: next } = await writerOf(lease, events);
  await next.take(events.slice(4, 6));
  await expect(writer.take(events.slice(4))).rejects.toThrow(CheckpointMoved);
  expect(await counters(pool)).toEqual({ scans: 2, redemptions: 2 });
  expect(await differs(events)).toEqual([]);
});

it('writes nothing without its lease', async () => {
  const events = day(1);
  const { writer } = await writerOf(await lead('one'), events);
  await lead('two');
  await expect(writer.take(events)).rejects.toThrow(LeaseLost);
  expect((await checkpoints(pool)).positions).toEqual(new Set([0n]));
});

it('forgets the rows of a batch that was rolled back', async () => {
  const [site, root, ...rest] = day(4);
  const [twin] = eventsOf([rootCreated('twin')]);
  if (!site || !root || !twin) throw new Error('there are three');
  // Another QR with the same token violates a unique index, which fails its whole batch.
  const data = structuredClone(twin.data) as { qr: { customerToken: string } };
  data.qr.customerToken = 'customer-root';
  const all = [site, root, ...rest.slice(0, 4), { ...twin, data }, ...rest.slice(4)];
  const events = all.map((event, index) => ({ ...event, position: BigInt(index + 1) }));
  const { writer, stopped } = await writerOf(await lead('one'), events);
  await writer.take(events.slice(0, 3));
  await writer.take(events.slice(3, 8));
  await writer.take(events.slice(8));
  expect(stopped.map(({ projection, position }) => [projection, position])).toEqual([['qrs', 7n]]);
  expect(await counters(pool)).toEqual({ scans: 2, redemptions: 2 });
  expect((await checkpoints(pool)).of('scans')?.position).toBe(11n);
  expect(await differs(events)).toEqual([]);
});

it('loses nothing if one of many new rows already exists', async () => {
  const again = { ...scanned('scan 1', 'root'), at: '2026-04-01T12:00:00.000Z' };
  const others = Array.from({ length: 60 }, (_, n) => scanned(`other "scan" \\ ${n}`, 'root'));
  const facts = [siteCreated(), rootCreated('root'), ...visits(0, 60), ...others, again, ...visits(60, 1)];
  const events = eventsOf(facts);
  // The cache holds one row, so the writer does not know that the row exists.
  const { writer, stopped } = await writerOf(await lead('one'), events, 1);
  for (const [from, to] of [
    [0, 122],
    [122, 123],
    [123, 124],
    [124, undefined],
  ] as const) {
    await writer.take(events.slice(from, to));
  }
  expect(stopped).toEqual([]);
  expect(await counters(pool)).toEqual({ scans: 122, redemptions: 61 });
  expect(await differs(events)).toEqual([]);
});

it.each([
  [1, 1],
  [2, 3],
  [7, 6],
])('produces the rows of a replay, of batches of %i and with %i rows at hand', async (size, cachedRows) => {
  const facts = [
    ...[siteCreated(), rootCreated('root'), rootCreated('other'), ...visits(0, 4), scanned('scan 9', 'other')],
    ...[reversed('r1', 'root'), reversed('r2', 'root', { whole: false, slotFreed: false }), ...visits(4, 4)],
  ];
  const events = eventsOf(facts);
  const { writer } = await writerOf(await lead('one'), events, cachedRows);
  for (let from = 0; from < events.length; from += size) await writer.take(events.slice(from, from + size));
  expect(await differs(events)).toEqual([]);
});
