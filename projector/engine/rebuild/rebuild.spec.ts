import * as fc from 'fast-check';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { qrs } from '../../qr/qrs/projection.ts';
import { withReadModels } from '../../service.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { recorded, redeemed, rootCreated, scanned, siteCreated, stored } from '../../testing/events.ts';
import { MemoryStore } from '../../testing/memory-store.ts';
import { randomHistory, runs } from '../../testing/random-history.ts';
import { projections, someTemplate, startProcessor, verifyAll } from '../../testing/some-read-models.ts';
import { readCheckpoints } from '../live/checkpoints.ts';
import { rebuildAll } from './rebuild.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let pool: Pool;
const silent = { info() {}, warn() {}, error() {} };

beforeEach(async () => {
  database = await openTestDatabase(someTemplate);
  pool = database.pool;
});
afterEach(() => database.close());

const rebuild = withReadModels(rebuildAll, projections);
const differing = async (store: MemoryStore) =>
  (await verifyAll({ store, pool })).filter(({ identical }) => !identical).map(({ name }) => name);
const slowest = async () =>
  (await readCheckpoints(pool)).map(({ position }) => position).sort((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
const run = (store: MemoryStore, batchSize: number) =>
  startProcessor({ store, pool, logger: silent, batchSize, pauses: { first: 5, longest: 20 } });

describe('live rows and a replay', () => {
  it('are identical, byte for byte, for any history and batch size', async () => {
    const sizes = fc.integer({ min: 1, max: 50 });
    await fc.assert(
      fc.asyncProperty(randomHistory, sizes, sizes, async (history, batchSize, chunkSize) => {
        await pool.query('DROP SCHEMA IF EXISTS read_models CASCADE');
        const store = new MemoryStore();
        store.push(...history.map(stored));
        const processor = run(store, batchSize);
        await expect.poll(slowest, { interval: 5 }).toBe(BigInt(store.events.length));
        await processor.stop();
        const before = await verifyAll({ store, pool });
        expect(before.filter(({ identical }) => !identical)).toEqual([]);
        await rebuild({ store, pool, chunkSize });
        const after = await verifyAll({ store, pool });
        expect(after.map(({ live }) => live)).toEqual(before.map(({ live }) => live));
      }),
      { numRuns: runs(2) },
    );
  });

  it('differ after a manual change of a row, and a rebuild repairs it', async () => {
    const store = new MemoryStore();
    store.push(...recorded([siteCreated(), rootCreated('root'), scanned('s', 'root')]).map(stored));
    await rebuild({ store, pool });
    expect(await differing(store)).toEqual([]);
    const { rows } = await pool.query(`SELECT relation FROM read_models.projections WHERE name = 'qrs' AND serving`);
    await pool.query(`UPDATE read_models.${rows[0].relation} SET total_scans = 7`);
    expect(await differing(store)).toEqual(['qrs']);
    await rebuild({ store, pool, projections: [qrs] });
    expect(await differing(store)).toEqual([]);
  });
});

describe('a rebuild', () => {
  it('runs beside the live projector and readers, without lost or repeated events', async () => {
    const store = new MemoryStore();
    const visits = (from: number, count: number) =>
      recorded(
        Array.from({ length: count }, (_, n) => [
          scanned(`scan ${from + n}`, 'root'),
          redeemed(`r${from + n}`, 'root'),
        ]).flat(),
      ).map(stored);
    store.push(...recorded([siteCreated(), rootCreated('root')]).map(stored), ...visits(0, 50));
    const processor = run(store, 20);
    await expect.poll(slowest).toBe(BigInt(store.events.length));
    let busy = true;
    const writer = (async () => {
      for (let round = 0; busy; round += 1) {
        store.push(...visits(1000 + round * 5, 5));
        // At the projector's speed: a faster writer could never be caught up with.
        const isAhead = async () => busy && BigInt(store.events.length) - (await slowest()) > 200n;
        await expect.poll(isAhead).toBe(false);
      }
    })();
    const reader = (async () => {
      let before = 0;
      while (busy) {
        const { rows } = await pool.query<{ total_scans: number }>('SELECT total_scans FROM read_models.qrs');
        // Readers never see a page older than the last one.
        expect(rows[0]?.total_scans).toBeGreaterThanOrEqual(before);
        before = rows[0]?.total_scans ?? 0;
      }
    })();
    const seen: number[] = [];
    try {
      for (let round = 0; round < 2; round += 1) {
        await rebuild({ store, pool, onProgress: ({ events }) => seen.push(events) });
      }
    } finally {
      busy = false;
      await Promise.all([writer, reader]);
    }
    await expect.poll(slowest).toBe(BigInt(store.events.length));
    await processor.stop();
    expect(seen.length).toBeGreaterThan(2);
    expect(await differing(store)).toEqual([]);
    const { rows } = await pool.query('SELECT total_scans FROM read_models.qrs');
    expect(rows).toEqual([{ total_scans: (store.events.length - 2) / 2 }]);
  });

  it('heals a read model that had stopped', async () => {
    const store = new MemoryStore();
    store.push(...recorded([siteCreated(), rootCreated('root')]).map(stored));
    await rebuild({ store, pool });
    await pool.query(
      `UPDATE read_models.projections SET status = 'failed', position = 0, error = 'x' WHERE name = 'qrs'`,
    );
    await rebuild({ store, pool, projections: [qrs] });
    expect((await readCheckpoints(pool)).find(({ name }) => name === 'qrs')).toMatchObject({
      status: 'live',
      position: 2n,
      error: null,
    });
  });

  it('that meets a poison event keeps the old rows and leaves no other table', async () => {
    const store = new MemoryStore();
    store.push(...recorded([siteCreated(), rootCreated('root')]).map(stored));
    await rebuild({ store, pool });
    const [bad] = recorded([scanned('s', 'root')]).map(stored);
    if (bad) store.push({ ...bad, data: {} });
    await expect(rebuild({ store, pool })).rejects.toThrow(/stopped at event/);
    expect((await pool.query('SELECT 1 FROM read_models.qrs')).rowCount).toBe(1);
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM pg_tables WHERE schemaname = 'read_models' AND tablename LIKE '%\\_\\_v%'`,
    );
    expect(rows).toEqual([{ n: projections.length }]);
  });
});
