import { inEffectiveOrder } from '@perktree/event-store/effective-time/ordered-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { openTestPool, type TestPool } from '@perktree/platform/postgres/testing/test-pool';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { qrs } from '../../qr/qrs/projection.ts';
import { sites } from '../../site/projection.ts';
import { recorded, rootCreated, scanned, siteCreated, stored } from '../../testing/events.ts';
import { MemoryStore } from '../../testing/memory-store.ts';
import {
  checkpoints,
  counters,
  differing,
  eventsOf,
  projections,
  rebuild,
  someTemplate,
  startProcessor,
  visits,
} from '../../testing/some-read-models.ts';
import { BY_POSITION, physicalName } from '../tables/read-model-table.ts';
import { ensureReadModels } from '../tables/schema.ts';
import { CheckpointMoved, readCheckpoints } from './checkpoints.ts';
import { fill } from './fill.ts';
import type { Processor } from './processor.ts';
import type { Projection } from './projection.ts';

let database: TestPool;
let pool: Pool;
let store: MemoryStore;
const started: Processor[] = [];
const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeEach(async () => {
  database = await openTestPool(someTemplate);
  pool = database.pool;
  store = new MemoryStore();
  vi.clearAllMocks();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((processor) => processor.stop()));
  await database.close();
});

function start(options: { pool?: Pool; projections?: readonly Projection[]; batchSize?: number } = {}): Processor {
  const pauses = { first: 10, longest: 50 };
  const processor = startProcessor({ store, pool, logger, pauses, ...options });
  started.push(processor);
  return processor;
}

/** A busy day: `count` scans and redemptions of one QR. */
const busyDay = (count: number) => eventsOf([siteCreated(), rootCreated('root'), ...visits(0, count)]);
const scan = (name: string) => store.push(...eventsOf([scanned(name, 'root')]));
const positions = async () => (await checkpoints(pool)).positions;
/** Where connections are cut, the processor waits through its pauses between attempts. */
const caughtUp = () => expect.poll(positions, { timeout: 60_000 }).toEqual(new Set([BigInt(store.events.length)]));
const counted = () => counters(pool);

/** The table of a read model in its newest version. */
function relationOf(name: string): string {
  const { table, version } = projections.find((each) => each.name === name) as (typeof projections)[number];
  return physicalName(table, version);
}

describe('the processor', () => {
  it('fills all read models, follows new events and reports its position', async () => {
    const heard: (string | undefined)[] = [];
    const listener = await pool.connect();
    await listener.query('LISTEN projected');
    listener.on('notification', ({ payload }) => heard.push(payload));
    store.push(...busyDay(10));
    start();
    await caughtUp();
    expect(await counted()).toEqual({ scans: 10, redemptions: 10 });
    scan('one more');
    await caughtUp();
    expect(await counted()).toEqual({ scans: 11, redemptions: 10 });
    await expect.poll(() => heard.at(-1)).toBe('23');
    listener.release(true);
  });

  it('drops a replaced index, and sets the fill factor of earlier tables', async () => {
    const before = projections.map(({ table, ...rest }) => ({
      ...rest,
      table: { ...table, indexes: table.indexes.map((each) => (each.replaces ? BY_POSITION : each)), fillFactor: 100 },
    }));
    await ensureReadModels(pool, before);
    await ensureReadModels(pool, projections);
    const { rows } = await pool.query<{ relname: string; index: string; method: string; free: string }>(
      `SELECT t.relname, i.relname AS index, am.amname AS method, t.reloptions::text AS free
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
       JOIN pg_am am ON am.oid = i.relam
       WHERE t.relnamespace = 'read_models'::regnamespace AND i.relname ~ '(_changed|_position)$' ORDER BY 1, 2`,
    );
    const of = (name: string) => rows.filter(({ relname }) => relname.startsWith(name));
    expect(of('scans')).toEqual([
      {
        relname: relationOf('scans'),
        index: `${relationOf('scans')}_changed`,
        method: 'brin',
        free: '{fillfactor=60}',
      },
    ]);
    expect(of('payouts')).toEqual([
      expect.objectContaining({ index: `${relationOf('payouts')}_position`, method: 'btree' }),
    ]);
    for (const { table } of projections) {
      const own = of(`${table.name}__`).map(({ index }) => index);
      expect(own, table.name).toHaveLength(table.indexes.filter(({ on }) => on === 'position').length);
    }
  });

  it('adds nothing to the indexes for a change', async () => {
    store.push(...busyDay(5));
    const processor = start();
    await caughtUp();
    await processor.stop();
    const client = await pool.connect();
    for (const relation of ['scans', 'qrs', 'daily_activity', 'earnings'].map(relationOf)) {
      await client.query('BEGIN');
      const { rowCount } = await client.query(`UPDATE read_models.${relation} SET position = position + 1`);
      const { rows } = await client.query(`SELECT pg_stat_get_xact_tuples_hot_updated($1::regclass)::int AS hot`, [
        `read_models.${relation}`,
      ]);
      await client.query('ROLLBACK');
      expect(rowCount, relation).toBeGreaterThan(0);
      expect(rows, relation).toEqual([{ hot: rowCount }]);
    }
    client.release();
  });

  it('writes no rows of a read model whose checkpoint another projector has moved', async () => {
    await ensureReadModels(pool, projections);
    const { running } = await checkpoints(pool);
    store.push(...busyDay(2));
    await pool.query(`UPDATE read_models.projections SET position = 1 WHERE name = 'sites'`);
    const filled = fill({ store: inEffectiveOrder(store), pool, upTo: BigInt(store.events.length) }, running);
    await expect(filled).rejects.toThrow(CheckpointMoved);
    expect((await checkpoints(pool)).of('sites')?.position).toBe(1n);
    expect((await pool.query('SELECT 1 FROM read_models.sites')).rowCount).toBe(0);
  });

  it('neither loses nor repeats events when its connections keep dying, and logs each outage once', async () => {
    const { connectionString } = database;
    const doomed = createPool({ connectionString, applicationName: 'doomed', max: 2 });
    store.push(...busyDay(60));
    start({ pool: doomed, batchSize: 5 });
    // At least until it has lost one that it worked on.
    for (let round = 0; round < 15 || logger.warn.mock.calls.length === 0; round += 1) {
      scan(`round ${round}`);
      await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'doomed' AND datname = current_database()`,
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
    const rounds = store.events.length - 122;
    await caughtUp();
    expect(await counted()).toEqual({ scans: 60 + rounds, redemptions: 60 });
    expect(await differing(pool, store)).toEqual([]);
    await Promise.all(started.splice(0).map((processor) => processor.stop()));
    await doomed.end();
  });

  it('logs a database that stays away once', async () => {
    const away = createPool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'away' });
    const [connect, query] = [vi.spyOn(away, 'connect'), vi.spyOn(away, 'query')];
    const processor = start({ pool: away });
    await expect.poll(() => connect.mock.calls.length + query.mock.calls.length).toBeGreaterThan(5);
    await processor.stop();
    expect(logger.warn).toHaveBeenCalledTimes(1);
    await away.end();
  });
});

describe('an event that cannot be taken', () => {
  const failed = async () => (await checkpoints(pool)).failed;

  it('stops the read models that handle its type before it, and no other; the next start tries again', async () => {
    const [site, root, scan] = busyDay(1);
    if (!site || !root || !scan) throw new Error('the day has three events');
    store.push(site, root, { ...scan, data: { nonsense: true } }, ...recorded([siteCreated()]).map(stored));
    const processor = start();
    await expect.poll(failed).toEqual(['activity_totals', 'daily_activity', 'qrs', 'scans', 'webhook_messages']);
    const broken = (await checkpoints(pool)).of('qrs');
    expect(broken).toMatchObject({ position: 2n, failedEventId: scan.eventId });
    expect(broken?.error).toContain(scan.eventId);
    expect((await pool.query('SELECT 1 FROM read_models.qrs')).rowCount).toBe(1);
    await expect.poll(async () => (await checkpoints(pool)).of('sites')?.position).toBe(4n);
    await processor.stop();
    store.events[2] = { ...scan, position: 3n };
    start();
    await caughtUp();
    expect(await failed()).toEqual([]);
    expect(await counted()).toEqual({ scans: 1, redemptions: 0 });
  });
});

describe('a new version of a read model', () => {
  const louder: Projection = {
    ...qrs,
    version: qrs.version + 1,
    evolve: (row, event, key) => {
      const next = qrs.evolve(row, event, key);
      return next === row ? next : next && { ...next, name: 'VERSION 2' };
    },
  };

  it('fills beside the old one and takes its place once it has caught up', async () => {
    store.push(...busyDay(5));
    const first = start();
    await caughtUp();
    await first.stop();
    await ensureReadModels(pool, [louder, sites]);
    expect((await pool.query('SELECT name FROM read_models.qrs')).rows).toEqual([{ name: 'root' }]);
    start({ projections: [louder, sites], batchSize: 2 });
    await expect
      .poll(async () => (await pool.query('SELECT name FROM read_models.qrs')).rows)
      .toEqual([{ name: 'VERSION 2' }]);
    const versions = (await readCheckpoints(pool)).filter(({ name }) => name === 'qrs');
    expect(versions.map(({ version, status }) => [version, status])).toEqual([
      [qrs.version, 'retired'],
      [qrs.version + 1, 'live'],
    ]);
  });

  it('of a name that is new to the store is not live, and so not waited for, before it has caught up', async () => {
    await pool.query('DROP SCHEMA read_models CASCADE');
    store.push(...busyDay(5));
    const first = start({ projections: [sites] });
    await caughtUp();
    await first.stop();
    await ensureReadModels(pool, [sites, qrs]);
    const statusOf = async () => (await checkpoints(pool)).of('qrs')?.status;
    expect(await statusOf()).toBe('filling');
    start({ projections: [sites, qrs] });
    await expect.poll(statusOf).toBe('live');
    expect(await counted()).toEqual({ scans: 5, redemptions: 5 });
  });

  it('gives its place back after a rebuild by the older version, and takes it again', async () => {
    const names = async () => (await pool.query('SELECT name FROM read_models.qrs')).rows.map(({ name }) => name);
    store.push(...busyDay(5));
    await rebuild({ store, pool, projections: [qrs, sites], swap: 'always' });
    await start({ projections: [louder, sites] }).stop();
    await rebuild({ store, pool, projections: [louder], swap: 'always' });
    const older = start({ projections: [qrs, sites] });
    await expect
      .poll(() => logger.warn.mock.calls)
      .toContainEqual([{ readModels: ['qrs'] }, expect.stringContaining('projections rebuild')]);
    await rebuild({ store, pool, projections: [qrs] });
    expect(await names()).toEqual(['root']);
    scan('one more');
    await expect.poll(counted).toEqual({ scans: 6, redemptions: 5 });
    await older.stop();
    start({ projections: [louder, sites] });
    await expect.poll(names).toEqual(['VERSION 2']);
  });
});

describe('a store that has lost events which the read models have seen', () => {
  const lease = { ttlMs: 5_000, tickMs: 50 };
  const errors = () => logger.error.mock.calls.map(([, text]) => text);
  const wentBack = 'the event store has lost events: all read models are rebuilt from the remaining ones';

  it('causes a reset, also if other events have the positions of the lost ones', async () => {
    const onRegression = vi.fn();
    const running = startProcessor({ store, pool, logger, lease, onRegression });
    started.push(running);
    store.push(...busyDay(10));
    await caughtUp();
    store.goBackTo(12);
    store.push(...recorded(Array.from({ length: 30 }, (_, n) => scanned(`other ${n}`, 'root'))).map(stored));
    await expect.poll(counted).toEqual({ scans: 35, redemptions: 5 });
    await caughtUp();
    expect(await differing(pool, store)).toEqual([]);
    expect(errors()).toEqual([wentBack]);
    expect(onRegression).toHaveBeenCalledOnce();
    scan('one more');
    await expect.poll(counted).toEqual({ scans: 36, redemptions: 5 });
  });

  it('is found out at the next start, and with the store shorter than before', async () => {
    store.push(...busyDay(10));
    const earlier = start();
    await caughtUp();
    await earlier.stop();
    store.goBackTo(4);
    start();
    await expect.poll(counted).toEqual({ scans: 1, redemptions: 1 });
    await caughtUp();
    expect(errors()).toEqual([wentBack]);
  });

  it('is reported once where several projectors lead', async () => {
    store.push(...busyDay(10));
    for (let n = 0; n < 2; n += 1) started.push(startProcessor({ store, pool, logger, lease, partitions: 3 }));
    await caughtUp();
    store.goBackTo(4);
    await expect.poll(counted).toEqual({ scans: 1, redemptions: 1 });
    await caughtUp();
    expect(errors()).toEqual([wentBack]);
  });
});
