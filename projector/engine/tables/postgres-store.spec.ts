import { encodeEvent } from '@perktree/contracts/catalogue/codec';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { afterAll, describe, expect, it } from 'vitest';
import { projections } from '../../catalogue.ts';
import { startProductProcessor, verifyProjections } from '../../service.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { recorded, redeemed, rootCreated, scanned, siteCreated } from '../../testing/events.ts';
import { projectorLag } from '../live/lag.ts';
import { ensureReadModels } from './schema.ts';

const silent = { info() {}, warn() {}, error() {} };

const database = await openTestDatabase();
const { connectionString } = database;
const schema = EVENT_STORE_SCHEMA;
await runMigrations({ connectionString, service: 'event_store', schema, migrations: eventStoreMigrations });
await ensureReadModels(database.pool, projections);
const store = createPostgresEventStore({ connectionString });
afterAll(async () => {
  await store?.close();
  await database?.close();
});

/** Appends each event to a stream of its own, eight writers at a time. */
async function append(prefix: string, facts: Parameters<typeof recorded>[0]): Promise<void> {
  const events = recorded(facts).map(({ fact, metadata: { schemaVersion: _, ...metadata } }) =>
    encodeEvent(fact, crypto.randomUUID(), metadata),
  );
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = writer; index < events.length; index += 8) {
      await store.append(`${prefix}-${index}`, -1, events.slice(index, index + 1));
    }
  });
  await Promise.all(writers);
}

describe('read models over the event store on Postgres', () => {
  it('have every event once, despite restarts of the projector while events come in', async () => {
    await append('start', [siteCreated(), rootCreated('root')]);
    const visits = Array.from({ length: 40 }, (_, n) => [scanned(`scan ${n}`, 'root'), redeemed(`r${n}`, 'root')]);
    const writing = append('visit', visits.flat());
    const lag = () => projectorLag({ store, pool: database.pool });
    let busy = true;
    void writing.then(() => {
      busy = false;
    });
    while (busy) {
      const processor = startProductProcessor({ store, pool: database.pool, logger: silent, batchSize: 10 });
      const { reached } = await lag();
      await expect.poll(async () => !busy || (await lag()).reached !== reached).toBe(true);
      await processor.stop();
    }
    await writing;
    const last = startProductProcessor({ store, pool: database.pool, logger: silent });
    await expect.poll(async () => (await lag()).reached).toBe(await store.head());
    expect(await lag()).toMatchObject({ behind: 0n, failed: [] });
    await last.stop();
    const { rows } = await database.pool.query('SELECT total_scans, total_redemptions FROM read_models.qrs');
    expect(rows).toEqual([{ total_scans: 40, total_redemptions: 40 }]);
    const verified = await verifyProjections({ store, pool: database.pool });
    expect(verified.filter(({ identical }) => !identical)).toEqual([]);
  });
});
