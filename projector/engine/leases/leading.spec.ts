import { inEffectiveOrder } from '@perktree/event-store/effective-time/ordered-store';
import { openTestPool, type TestPool } from '@perktree/platform/postgres/testing/test-pool';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rootCreated, siteCreated } from '../../testing/events.ts';
import { MemoryStore } from '../../testing/memory-store.ts';
import { type OtherProcess, startOtherProcess } from '../../testing/processes.ts';
import { checkpoints, differing, eventsOf, projections, someTemplate, visits } from '../../testing/some-read-models.ts';
import { fill } from '../live/fill.ts';
import { groupsOf } from '../live/processor.ts';
import { ensureReadModels } from '../tables/schema.ts';
import { acquireLease, assertLease, ensureLeases, LeaseLost } from './leases.ts';

let database: TestPool;
let pool: Pool;
let store: MemoryStore;
const started = new Set<OtherProcess>();

beforeEach(async () => {
  database = await openTestPool(someTemplate);
  pool = database.pool;
  store = new MemoryStore();
});
afterEach(async () => {
  await Promise.all([...started].map((each) => each.stop()));
  started.clear();
  await database.close();
});

function start(holder: string, options: { partitions?: number; batchSize?: number } = {}): OtherProcess {
  const process = startOtherProcess(database.connectionString, store, { holder, ...options });
  started.add(process);
  return process;
}

async function kill(process: OtherProcess): Promise<void> {
  started.delete(process);
  await process.kill();
}

let before = 0;
function visit(count: number): void {
  store.push(...eventsOf(visits(before, count)));
  before += count;
}

const open = () => store.push(...eventsOf([siteCreated(), rootCreated('root')]));
const leaders = async () =>
  (
    await pool.query<{ holder: string | null }>(
      `SELECT CASE WHEN expires_at > clock_timestamp() THEN holder END AS holder FROM read_models.projector_leases ORDER BY name`,
    )
  ).rows.map(({ holder }) => holder);
const positions = async () => (await checkpoints(pool)).positions;
const caughtUp = () => expect.poll(positions).toEqual(new Set([BigInt(store.events.length)]));

describe('of several projectors', () => {
  it('one leads; when it stops, the next one does at once', async () => {
    open();
    const first = start('first');
    await caughtUp();
    start('second');
    visit(20);
    await caughtUp();
    expect(await leaders()).toEqual(['first']);
    started.delete(first);
    await first.stop();
    await expect.poll(leaders).toEqual(['second']);
    visit(20);
    await caughtUp();
    expect(await differing(pool, store)).toEqual([]);
  });

  it('a resumed leader is fenced off: none of its rows are written', async () => {
    open();
    await ensureReadModels(pool, projections);
    const client = await pool.connect();
    await ensureLeases(client, ['read models 1 of 1']);
    const frozen = await acquireLease(client, 'read models 1 of 1', 0, 'frozen');
    const { running } = await checkpoints(pool);
    start('other');
    await expect.poll(leaders).toEqual(['other']);
    // Without the fence it would succeed: the checkpoints are where it left them, until the other one writes.
    await [...started][0]?.stop();
    started.clear();
    await pool.query('UPDATE read_models.projections SET position = 0');
    const upTo = BigInt(store.events.length);
    const filled = fill({ store: inEffectiveOrder(store), pool, lease: frozen ?? undefined, upTo }, running);
    await expect(filled).rejects.toThrow(LeaseLost);
    expect(await positions()).toEqual(new Set([0n]));
    client.release();
  });

  it('a leader that freezes within a transaction is disconnected, and the next one continues', async () => {
    open();
    await ensureReadModels(pool, projections);
    const frozen = await pool.connect();
    frozen.on('error', () => {});
    await ensureLeases(frozen, ['read models 1 of 1']);
    const lease = await acquireLease(frozen, 'read models 1 of 1', 3_000, 'frozen');
    if (lease === null) throw new Error('the lease is free');
    await frozen.query('BEGIN');
    await assertLease(frozen, lease);
    start('other');
    await caughtUp();
    expect(await leaders()).toEqual(['other']);
    frozen.release(true);
  });

  it('each has a share of the groups; what one leaves, the others take', async () => {
    open();
    const first = start('first', { partitions: 3 });
    await expect.poll(leaders).toEqual(['first', 'first', 'first']);
    start('second', { partitions: 3 });
    start('third', { partitions: 3 });
    await expect.poll(async () => (await leaders()).toSorted()).toEqual(['first', 'second', 'third']);
    visit(50);
    await caughtUp();
    await kill(first);
    visit(50);
    await caughtUp();
    expect(await leaders()).not.toContain('first');
    expect(await differing(pool, store)).toEqual([]);
  });
});

it.each([1, 2, 3, 7, 50])('groups of %i have each read model once', (partitions) => {
  const names = groupsOf(projections, partitions).flatMap((group) => group.projections.map(({ name }) => name));
  expect(names.toSorted()).toEqual(projections.map(({ name }) => name as string).toSorted());
  expect(groupsOf(projections, partitions)).toHaveLength(Math.min(partitions, projections.length));
});
