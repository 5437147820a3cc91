import { useTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { beforeEach, describe, expect, it } from 'vitest';
import { qrs } from '../../qr/qrs/projection.ts';
import { scans } from '../../scan/projection.ts';
import { rebuildProjection, startProductProcessor } from '../../service.ts';
import { readModelsTemplate } from '../../testing/database.ts';
import { recorded, redeemed, rootCreated, scanned, siteCreated, stored } from '../../testing/events.ts';
import { MemoryStore } from '../../testing/memory-store.ts';
import { physicalName, qualified } from '../tables/read-model-table.ts';
import { readCheckpoints } from './checkpoints.ts';

const database = await useTestPool(readModelsTemplate);
const pool = database.pool;
beforeEach(() => pool.query('DROP SCHEMA IF EXISTS read_models CASCADE'));

const projections = [qrs, scans];
const silent = { info() {}, warn() {}, error() {} };
const storeOf = (...facts: Parameters<typeof recorded>[0]) => {
  const store = new MemoryStore();
  store.push(...recorded(facts).map(stored));
  return store;
};

/** The rows of the live projector with one event a batch. */
async function projected(store: MemoryStore) {
  const processor = startProductProcessor({ store, pool, logger: silent, batchSize: 1, projections });
  const head = BigInt(store.events.length);
  const done = async () =>
    (await readCheckpoints(pool)).map(({ position, status }) => status === 'failed' || position === head);
  await expect.poll(done, { interval: 5 }).toEqual([true, true]);
  return processor;
}

describe('a fill', () => {
  it.each([1, 2, 3, 100])(
    "gives a row that is created twice the live projector's result (chunks of %i)",
    async (chunkSize) => {
      const scan = { ...scanned('s1', 'root'), at: '2026-01-02T03:04:05.000Z' };
      const again = { ...scanned('s1', 'root', { qrName: 'another name' }), at: '2026-01-03T03:04:05.000Z' };
      const store = storeOf(
        siteCreated(),
        rootCreated('root'),
        scan,
        scanned('s2', 'root'),
        again,
        redeemed('s1', 'root'),
      );
      const processor = await projected(store);
      const rebuilt = await rebuildProjection({ store, pool, projections, chunkSize });
      await processor.stop();
      expect(rebuilt.map(({ outcome, compared, events }) => [outcome, compared?.live.rows, events])).toEqual([
        ['swapped', 1, 6],
        ['swapped', 2, 6],
      ]);
      expect((await pool.query(`SELECT qr_name FROM read_models.scans WHERE qr_name = 'another name'`)).rowCount).toBe(
        1,
      );
    },
  );

  it.each([2, 100])(
    'names the event whose row Postgres refuses, and stands before it (chunks of %i)',
    async (chunkSize) => {
      const refused = scanned('s2', 'root', { qrName: 'not a text of Postgres: \u0000' });
      const facts = [siteCreated(), rootCreated('root'), scanned('s1', 'root'), refused, scanned('s3', 'root')];
      const store = storeOf(...facts);
      const rebuilt = await rebuildProjection({ store, pool, projections, chunkSize });
      expect(rebuilt.map(({ name, outcome }) => [name, outcome])).toEqual([
        ['qrs', 'swapped'],
        ['scans', 'failed'],
      ]);
      expect(rebuilt[1]).toMatchObject({ position: 3n, events: 3 });
      expect(rebuilt[1]?.error).toContain(store.events[3]?.eventId);
      const copy = qualified(physicalName(scans.table, scans.version, '_2'));
      expect((await pool.query(`SELECT 1 FROM ${copy}`)).rowCount).toBe(1);
    },
  );
});
