import { inEffectiveOrder } from '@perktree/event-store/effective-time/ordered-store';
import type { StoredEvent } from '@perktree/event-store/port';
import * as fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { qrs } from '../../qr/qrs/projection.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { recorded, redeemed, rootCreated, scanned, siteCreated, stored } from '../../testing/events.ts';
import { MemoryStore } from '../../testing/memory-store.ts';
import { randomHistory } from '../../testing/random-history.ts';
import { projections, someTemplate, verifyAll } from '../../testing/some-read-models.ts';
import { acquireLease, ensureLeases, type Lease, LeaseLost } from '../leases/leases.ts';
import { ensureReadModels } from '../tables/schema.ts';
import { CheckpointMoved, readCheckpoints } from './checkpoints.ts';
import type { PoisonEvent } from './fold.ts';
import { LiveWriter } from './live-writer.ts';

const GROUP = 'read models 1 of 1';
const database = await openTestDatabase(someTemplate);
const pool = database.pool;
beforeEach(begin);
afterAll(() => database.close());

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
async function writerOf(lease: Lease, events: readonly StoredEvent[], rowsAtHand?: number) {
  const store = new MemoryStore();
  store.push(...events);
  const checkpoints = await readCheckpoints(pool);
  const running = projections.flatMap((projection) => {
    const checkpoint = checkpoints.find(({ name }) => name === projection.name);
    return checkpoint ? [{ ...checkpoint, projection }] : [];
  });
  const stopped: PoisonEvent[] = [];
  const onWritten = (poison: readonly PoisonEvent[]) => void stopped.push(...poison);
  return {
    writer: new LiveWriter(
      { pool, lease, log: inEffectiveOrder(store), announces: 'both', onWritten, rowsAtHand },
      running,
    ),
    stopped,
  };
}

const visits = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => [
    scanned(`scan ${from + n}`, 'root'),
    redeemed(`r${from + n}`, 'root'),
  ]).flat();
const eventsOf = (count: number) => recorded([siteCreated(), rootCreated('root'), ...visits(0, count)]).map(stored);
const counters = async () => (await pool.query('SELECT total_scans, total_redemptions FROM read_models.qrs')).rows[0];

/** The read models whose rows are not those of a replay. */
async function differing(events: readonly StoredEvent[]): Promise<readonly string[]> {
  const store = new MemoryStore();
  store.push(...events);
  return (await verifyAll({ store, pool })).filter(({ identical }) => !identical).map(({ name }) => name);
}

it('does not read rows that an earlier batch has written', async () => {
  const events = eventsOf(3);
  const { writer } = await writerOf(await lead('one'), events);
  await writer.take(events.slice(0, 4));
  await pool.query(`UPDATE read_models.qrs__v${qrs.version} SET total_scans = 700, total_redemptions = 700`);
  await writer.take(events.slice(4));
  expect(await counters()).toEqual({ total_scans: 3, total_redemptions: 3 });
});

it('writes no cached rows after another projector has written, although it holds the lease', async () => {
  const events = eventsOf(3);
  const lease = await lead('one');
  const [{ writer }, { writer: other }] = [await writerOf(lease, events), await writerOf(lease, events)];
  await writer.take(events.slice(0, 4));
  await expect(other.take(events.slice(0, 4))).rejects.toThrow(CheckpointMoved);
  const { writer: next } = await writerOf(lease, events);
  await next.take(events.slice(4, 6));
  await expect(writer.take(events.slice(4))).rejects.toThrow(CheckpointMoved);
  expect(await counters()).toEqual({ total_scans: 2, total_redemptions: 2 });
  expect(await differing(events)).toEqual([]);
});

it('writes nothing without its lease', async () => {
  const events = eventsOf(1);
  const { writer } = await writerOf(await lead('one'), events);
  await lead('two');
  await expect(writer.take(events)).rejects.toThrow(LeaseLost);
  expect(new Set((await readCheckpoints(pool)).map(({ position }) => position))).toEqual(new Set([0n]));
});

it('forgets the rows of a batch that was rolled back', async () => {
  const [site, root, ...rest] = eventsOf(4);
  const [twin] = recorded([rootCreated('twin')]).map(stored);
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
  expect(await counters()).toEqual({ total_scans: 2, total_redemptions: 2 });
  expect((await readCheckpoints(pool)).find(({ name }) => name === 'scans')?.position).toBe(11n);
  expect(await differing(events)).toEqual([]);
});

it('loses nothing if one of many new rows already exists', async () => {
  const again = { ...scanned('scan 1', 'root'), at: '2026-04-01T12:00:00.000Z' };
  const others = Array.from({ length: 60 }, (_, n) => scanned(`other "scan" \\ ${n}`, 'root'));
  const facts = [siteCreated(), rootCreated('root'), ...visits(0, 60), ...others, again, ...visits(60, 1)];
  const events = recorded(facts).map(stored);
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
  expect(await counters()).toEqual({ total_scans: 122, total_redemptions: 61 });
  expect(await differing(events)).toEqual([]);
});

it('produces the rows of a replay, for any batch sizes and cache sizes', async () => {
  const cut = fc.tuple(
    randomHistory,
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
    fc.integer({ min: 1, max: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(cut, async ([facts, sizes, rowsAtHand]) => {
      await begin();
      const events = facts.map(stored);
      const { writer } = await writerOf(await lead('one'), events, rowsAtHand);
      for (let from = 0, batch = 0; from < events.length; batch += 1) {
        const size = sizes[batch % sizes.length] ?? 1;
        await writer.take(events.slice(from, from + size));
        from += size;
      }
      expect(await differing(events)).toEqual([]);
    }),
    { numRuns: 4 },
  );
});
