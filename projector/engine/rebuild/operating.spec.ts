import type { StoredEvent } from '@perktree/event-store/port';
import { openTestPool, type TestPool } from '@perktree/platform/postgres/testing/test-pool';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { qrs } from '../../qr/qrs/projection.ts';
import { scans } from '../../scan/projection.ts';
import { sites } from '../../site/projection.ts';
import { rootCreated, scanned, siteCreated } from '../../testing/events.ts';
import { MemoryStore } from '../../testing/memory-store.ts';
import {
  checkpoints,
  counters,
  differing,
  drop,
  eventsOf,
  pause,
  projections,
  rebuild,
  rebuildAll,
  resume,
  someTemplate,
  startProcessor,
  swap,
  visits,
} from '../../testing/some-read-models.ts';
import { readCheckpoints } from '../live/checkpoints.ts';
import { projectorLag } from '../live/lag.ts';
import type { Processor } from '../live/processor.ts';
import type { Projection } from '../live/projection.ts';
import { physicalName } from '../tables/read-model-table.ts';
import { listProjections } from './list.ts';
import { OperationUnderWay, operate, readOperation } from './operation.ts';

let database: TestPool;
let pool: Pool;
let store: MemoryStore;
let processor: Processor | null = null;
const silent = { info() {}, warn() {}, error() {} };
/** The read models that handle scans. */
const failing = ['activity_totals', 'daily_activity', 'qrs', 'scans', 'webhook_messages'];
const lease = { ttlMs: 1_000, tickMs: 50 };

beforeEach(async () => {
  database = await openTestPool(someTemplate);
  pool = database.pool;
  store = new MemoryStore();
  store.push(...eventsOf([siteCreated(), rootCreated('root'), scanned('s1', 'root')]));
});
afterEach(async () => {
  await processor?.stop();
  processor = null;
  await database.close();
});

const start = (options: { projections?: readonly Projection[] } = {}) => {
  processor = startProcessor({ store, pool, logger: silent, lease, pauses: { first: 10, longest: 50 }, ...options });
};
const of = async (name: string) => (await readCheckpoints(pool)).find((each) => each.name === name && each.serving);
const reached = (name: string) => expect.poll(async () => (await of(name))?.position).toBe(BigInt(store.events.length));
/** Also the asynchronous read models. A rebuild compares no table that has seen no event yet. */
const allReached = () =>
  expect.poll(async () => (await checkpoints(pool)).positions).toEqual(new Set([BigInt(store.events.length)]));
const scan = (name: string) => store.push(...eventsOf([scanned(name, 'root')]));
/** A scan that no read model can take. @returns it as it should have been */
function pushPoison(): StoredEvent {
  const [bad] = eventsOf([scanned('s2', 'root')]);
  if (!bad) throw new Error('there is one');
  store.push({ ...bad, data: {} });
  return bad;
}
const rowsOf = async (name: string) => (await pool.query(`SELECT 1 FROM read_models.${name}`)).rowCount;

it('is behind by events, not by the distance of positions', async () => {
  start();
  await reached('qrs');
  await pool.query('UPDATE read_models.projections SET position = position * 1000');
  const inBytes = {
    head: async () => 5_000n,
    readAll: async (after: bigint) =>
      [4_000n, 5_000n].filter((position) => position > after).map((position) => ({ position })),
  } as unknown as MemoryStore;
  const { tables } = await listProjections({ store: inBytes, pool });
  expect(new Set(tables.map(({ behind }) => behind))).toEqual(new Set([2n]));
});

it('a paused read model stands while the others go on, counts for no reader, and catches up when it is resumed', async () => {
  start();
  await reached('scans');
  expect(await pause({ pool, projections: [scans], dryRun: true })).toEqual(['scans']);
  expect((await of('scans'))?.status).toBe('live');
  expect(await pause({ pool, projections: [scans] })).toEqual(['scans']);
  expect(await pause({ pool, projections: [scans] })).toEqual([]);
  scan('s2');
  await reached('qrs');
  expect(await of('scans')).toMatchObject({ status: 'paused', position: 3n });
  expect((await projectorLag({ store, pool })).paused).toEqual(['scans']);
  expect(await rowsOf('scans')).toBe(1);
  const position = async () =>
    (await pool.query(`SELECT min(position)::int AS position FROM read_models.projections WHERE status = 'live'`)).rows;
  await expect.poll(position).toEqual([{ position: 4 }]);
  expect(await resume({ pool, projections: [scans] })).toEqual(['scans']);
  await reached('scans');
  await expect.poll(async () => (await of('scans'))?.status).toBe('live');
  scan('s3');
  await reached('scans');
  expect(await rowsOf('scans')).toBe(3);
});

it('a read model that an event has stopped continues after a repair, without a restart', async () => {
  start();
  await reached('scans');
  const bad = pushPoison();
  await expect.poll(async () => (await of('scans'))?.status).toBe('failed');
  expect(await of('scans')).toMatchObject({ position: 3n, failedEventId: bad.eventId });
  // The asynchronous read models stop later.
  await expect.poll(async () => (await checkpoints(pool)).failed).toEqual(failing);
  store.events[3] = { ...bad, position: 4n };
  expect(await resume({ pool })).toEqual(failing);
  await reached('scans');
  expect(await rowsOf('scans')).toBe(2);
});

describe('a rebuild', () => {
  it('keeps a copy with different rows ready, and swaps it on request', async () => {
    start();
    await reached('qrs');
    await pool.query(`UPDATE read_models.qrs__v${qrs.version} SET total_scans = 7`);
    const [rebuilt] = await rebuild({ store, pool, projections: [qrs] });
    expect(rebuilt).toMatchObject({ outcome: 'different', compared: { identical: false } });
    expect((await pool.query('SELECT total_scans FROM read_models.qrs')).rows).toEqual([{ total_scans: 7 }]);
    scan('s2');
    await reached('qrs');
    expect(await swap({ store, pool, dryRun: true })).toEqual(['qrs']);
    expect(await swap({ store, pool })).toEqual(['qrs']);
    expect((await pool.query('SELECT total_scans FROM read_models.qrs')).rows).toEqual([{ total_scans: 2 }]);
    scan('s3');
    await reached('qrs');
    expect((await pool.query('SELECT total_scans FROM read_models.qrs')).rows).toEqual([{ total_scans: 3 }]);
    expect(await drop({ pool, dryRun: true })).toEqual([`qrs__v${qrs.version}`]);
    expect(await drop({ pool })).toEqual([`qrs__v${qrs.version}`]);
    expect((await readCheckpoints(pool)).map(({ relation }) => relation)).not.toContain(`qrs__v${qrs.version}`);
  });

  it('swaps identical copies, keeps old tables until they are dropped, and reports it', async () => {
    start();
    await allReached();
    const rebuilt = await rebuild({ store, pool });
    expect(new Set(rebuilt.map(({ outcome }) => outcome))).toEqual(new Set(['swapped']));
    expect(rebuilt.every(({ compared }) => compared?.identical)).toBe(true);
    const { tables, operation } = await listProjections({ store, pool });
    expect(tables.filter(({ status }) => status === 'retired')).toHaveLength(projections.length);
    expect(operation).toMatchObject({
      what: `rebuild of ${projections.length} read models`,
      underWay: false,
      error: null,
    });
    scan('s2');
    await reached('scans');
  });

  it('compares at the position of the live table, though the store is further', async () => {
    start();
    await reached('qrs');
    const gate = await pool.connect();
    await gate.query('BEGIN; SELECT 1 FROM read_models.projector_leases FOR UPDATE');
    scan('s2');
    const query = vi.spyOn(pool, 'query');
    const rebuilding = rebuild({ store, pool, projections: [scans] });
    const isCompared = () => query.mock.calls.some(([text]) => String(text).includes('SET compared'));
    await expect.poll(isCompared).toBe(true);
    await gate.query('COMMIT');
    gate.release();
    const [rebuilt] = await rebuilding;
    query.mockRestore();
    expect(rebuilt).toMatchObject({ outcome: 'swapped', position: 4n, compared: { identical: true, position: '3' } });
  });

  it('of a read model that fails at an event swaps the others, and continues after a repair', async () => {
    const bad = pushPoison();
    const outcomes = (await rebuild({ store, pool })).map(({ name, outcome }) => [name, outcome]);
    expect(outcomes).toEqual(projections.map(({ name }) => [name, failing.includes(name) ? 'failed' : 'swapped']));
    const filled = physicalName(scans.table, scans.version, '_2');
    const copy = (await readCheckpoints(pool)).find(({ relation }) => relation === filled);
    expect(copy).toMatchObject({ status: 'failed', position: 3n, failedEventId: bad.eventId });
    store.events[3] = { ...bad, position: 4n };
    const again = await rebuild({ store, pool, projections: [scans] });
    expect(again).toMatchObject([{ outcome: 'swapped', events: 4 }]);
  });

  it('resumes after a stop, and drop --unfinished discards it', async () => {
    const stopping = new AbortController();
    const onProgress = () => stopping.abort();
    await expect(rebuild({ store, pool, signal: stopping.signal, onProgress })).rejects.toThrow(/abort/i);
    const copies = (await readCheckpoints(pool)).filter(({ serving }) => !serving);
    expect(new Set(copies.map(({ position }) => position))).toEqual(new Set([3n]));
    expect(await drop({ pool, projections: [qrs], unfinished: true })).toEqual([`qrs__v${qrs.version}_2`]);
    scan('s2');
    const rebuilt = await rebuild({ store, pool });
    // Each event once, in either run.
    expect(new Set(rebuilt.map(({ events }) => events))).toEqual(new Set([4]));
  });

  it('runs beside the live projector, without lost or repeated events', async () => {
    store.push(...eventsOf(visits(0, 50)));
    start();
    await allReached();
    let busy = true;
    const writer = (async () => {
      // Bounded: on a slow machine, each rebuild would have more to read than the one before.
      for (let round = 0; busy && round < 100; round += 1) {
        store.push(...eventsOf(visits(1000 + round * 5, 5)));
        // At the projector's speed: a faster writer could never be caught up with.
        const isAhead = async () => {
          const slowest = [...(await checkpoints(pool)).positions].sort((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
          return busy && BigInt(store.events.length) - slowest > 200n;
        };
        await expect.poll(isAhead).toBe(false);
      }
    })();
    try {
      for (let round = 0; round < 2; round += 1) await rebuildAll({ store, pool });
    } finally {
      busy = false;
      await writer;
    }
    await allReached();
    await processor?.stop();
    expect(await differing(pool, store)).toEqual([]);
    expect(await counters(pool)).toMatchObject({ scans: (store.events.length - 1) / 2 });
  });

  it('of all heals a read model that had stopped, and at a poison event keeps the old rows and no other table', async () => {
    await rebuildAll({ store, pool });
    await pool.query(
      `UPDATE read_models.projections SET status = 'failed', position = 0, error = 'x' WHERE name = 'qrs'`,
    );
    await rebuildAll({ store, pool, projections: [qrs] });
    expect((await checkpoints(pool)).of('qrs')).toMatchObject({ status: 'live', position: 3n, error: null });
    pushPoison();
    await expect(rebuildAll({ store, pool })).rejects.toThrow(/stopped at event/);
    expect(await rowsOf('qrs')).toBe(1);
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM pg_tables WHERE schemaname = 'read_models' AND tablename LIKE '%\\_\\_v%'`,
    );
    expect(rows).toEqual([{ n: projections.length }]);
  });

  it('is refused during another operation, and names its holder', async () => {
    await rebuild({ store, pool, projections: [qrs] });
    await operate({ pool, what: 'swap', holder: 'process 12 on host 7' }, async () => {
      await expect(rebuild({ store, pool })).rejects.toThrow(OperationUnderWay);
      await expect(rebuild({ store, pool })).rejects.toThrow(/swap by process 12 on host 7/);
      expect(await readOperation(pool)).toMatchObject({ underWay: true });
    });
    expect(await readOperation(pool)).toMatchObject({ underWay: false, holder: 'process 12 on host 7' });
  });
});

/** Between two reads, so that readers do not starve the projector. */
const aMoment = () => new Promise((resolve) => setImmediate(resolve));

it('readers see no failure and no row of the past while tables are swapped under them', async () => {
  start();
  await reached('qrs');
  let busy = true;
  const failures: unknown[] = [];
  const reader = async (text: string, name?: string) => {
    let before = 0;
    while (busy) {
      const query = { text, ...(name ? { name } : {}) };
      const { rows } = await pool.query<{ seen: number }>(query).catch((error: unknown) => {
        failures.push(error);
        return { rows: [] };
      });
      const seen = rows[0]?.seen ?? before;
      if (seen < before) failures.push(new Error(`${seen} after ${before}`));
      before = seen;
      await aMoment();
    }
  };
  const joined = `SELECT q.total_scans AS seen, s.*, q.* FROM read_models.qrs q JOIN read_models.sites s USING (site_id)`;
  const turned = `SELECT q.total_scans AS seen FROM read_models.sites s JOIN read_models.qrs q USING (site_id)`;
  const readers = [reader(joined), reader(joined, 'prepared'), reader(turned, 'prepared too')];
  const outcomes = new Set<string>();
  try {
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 20; n += 1) scan(`round ${round} ${n}`);
      for (const { outcome } of await rebuild({ store, pool, projections: [qrs, sites] })) outcomes.add(outcome);
      await drop({ pool });
    }
  } finally {
    busy = false;
    await Promise.all(readers);
  }
  expect(failures).toEqual([]);
  expect(outcomes).toEqual(new Set(['swapped']));
});
