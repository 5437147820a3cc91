import type { EventStore } from '@perktree/event-store/port';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { tamper } from '@perktree/event-store/testing/tamper';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type TestDatabase } from '@perktree/platform/postgres/test-database';
import { stored } from '@perktree/projector/testing/events';
import { randomHistory, runs } from '@perktree/projector/testing/random-history';
import * as fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cut } from '../cut.ts';
import { asStored } from '../testing/honest-history.ts';
import { decisive, decisiveSelection } from './site-as-of.ts';

let database: TestDatabase;
let store: EventStore;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase({
    name: 'decisive',
    prepare: async (connectionString) => {
      const own = { service: 'event_store', schema: EVENT_STORE_SCHEMA, migrations: eventStoreMigrations };
      await runMigrations({ connectionString, ...own });
    },
  });
  store = createPostgresEventStore({ connectionString: database.connectionString });
  pool = createPool({ connectionString: database.connectionString, applicationName: 'spec' });
});
afterAll(async () => {
  await store?.close();
  await pool?.end();
  await database?.drop();
});

it('the store chooses the very events that reading whole streams chooses, at any event', async () => {
  let [chosen, left] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      randomHistory.map(asStored),
      fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
      async (history, places) => {
        const events = history.map(stored);
        await tamper(pool, 'TRUNCATE event_store.events');
        await tamper(
          pool,
          `INSERT INTO event_store.events (position, stream, revision, event_id, type, data, metadata)
         SELECT position, stream, revision, "eventId", type, data, metadata FROM json_to_recordset($1)
         AS e(position bigint, stream text, revision int, "eventId" uuid, type text, data json, metadata json)`,
          [JSON.stringify(events.map((event) => ({ ...event, position: event.position.toString() })))],
        );
        const names = [...new Set(events.map(({ stream }) => stream))].filter((name) =>
          name.startsWith('commissionTree-'),
        );
        const cuts = places.flatMap((place): Cut[] => {
          const { position } = history[place % history.length] ?? (history[0] as (typeof history)[number]);
          return [{ position }];
        });
        for (const cut of cuts) {
          const selected = await store.readSelected?.([...names, 'commissionTree-none'], decisiveSelection(cut));
          const expected = await Promise.all(
            [...names, 'x'].map(async (name) => decisive(await store.readStream(name), cut)),
          );
          expect(selected).toEqual(expected);
          chosen += expected.flat().length;
          left += events.length - expected.flat().length;
        }
      },
    ),
    { numRuns: runs(5) },
  );
  expect(chosen).toBeGreaterThan(200);
  expect(left).toBeGreaterThan(200);
});
