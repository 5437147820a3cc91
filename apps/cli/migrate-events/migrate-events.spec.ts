import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROJECTIONS_TABLE, READ_MODEL_SCHEMA, readModels } from '@perktree/contracts/catalogue/read-models';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import { type EventStore, NO_STREAM } from '@perktree/event-store/port';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import {
  type EventStoreDbDouble,
  startEventStoreDbDouble,
} from '@perktree/event-store/testing/event-store-db-double/double';
import { tamper } from '@perktree/event-store/testing/tamper';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type TestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { startProductProcessor } from '@perktree/projector/service';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KEPT_POSITIONS, warnOfOtherStore } from '../../parts/kept-positions.ts';
import { type ComposedApp, startComposedApp } from '../../standalone/testing/composed-app.ts';
import { openBusiness } from '../../standalone/testing/open-business.ts';
import { productTemplate } from '../../standalone/testing/product-template.ts';
import { toJson } from '../session.ts';
import { runCommand, sessionOn } from '../testing/run-command.ts';

const SMALL_FILLING = 450;
const STREAM_LENGTH = 50;
const logger = pino({ level: 'silent' });

// Each test copies a whole business, some of them several times.
vi.setConfig({ testTimeout: 300_000 });

let composed: ComposedApp;
let source: string;
let dataDir: string;
let double: EventStoreDbDouble;
const databases: TestDatabase[] = [];
const pools: Pool[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'perktree-migrate-'));
  double = await startEventStoreDbDouble();
  composed = await startComposedApp();
  source = composed.databaseUrl;
  await openBusiness(composed.app, 'moved');
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await composed?.close();
  await double?.close();
  for (const database of databases) await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A long history of few streams: a copy appends the events of a stream together. */
async function fillUp(connectionString: string, events: number): Promise<void> {
  const store = createPostgresEventStore({ connectionString });
  const filling = Array.from({ length: events / STREAM_LENGTH }, () =>
    Array.from({ length: STREAM_LENGTH }, (_, n) => ({
      ...{ eventId: randomUUID(), type: 'NothingKnown', data: { n }, metadata: {} },
    })),
  );
  await Promise.all(filling.map((some, n) => store.append(`filling-${n}`, NO_STREAM, some)));
  await store.close();
}

/** With all tables, unless it shall have none: a migration of them takes longer than a copy. */
async function emptyDatabase(hasTables = true): Promise<{ url: string; pool: Pool }> {
  const database = await createTestDatabase(hasTables ? productTemplate : undefined);
  databases.push(database);
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'spec' });
  pools.push(pool);
  return { url: database.connectionString, pool };
}

/** In this process. @returns what it prints */
async function migrate(...words: string[]): Promise<string> {
  const { json, text } = await runCommand(sessionOn(source, { folder: dataDir }), 'migrate-events', ...words);
  return words.includes('--json') ? toJson(json) : text;
}
const eventsOf = async (pool: Pool) => (await pool.query('SELECT * FROM event_store.events ORDER BY position')).rows;

/** Lets the projector of a product run on a database meanwhile. */
async function withProjector({ url, pool }: { url: string; pool: Pool }, use: () => Promise<unknown>): Promise<void> {
  const store = createPostgresEventStore({ connectionString: url });
  const projector = startProductProcessor({ store, pool, logger });
  try {
    await use();
  } finally {
    await projector.stop();
    await store.close();
  }
}

describe('with --positions', () => {
  const messages = `SELECT FROM ${READ_MODEL_SCHEMA}.webhook_messages`;

  /** What webhooks, mails and the audit chain have reached, of a database. */
  async function kept(pool: Pool) {
    const { rows } = await pool.query(`
      SELECT endpoint_id::text AS of, position FROM webhooks.endpoints
      UNION ALL SELECT 'mails', position FROM identity.mail_checkpoint
      UNION ALL SELECT 'segment ' || number, last_position FROM audit.chain_segments ORDER BY of`);
    return Object.fromEntries(rows.map(({ of, position }) => [of, BigInt(position)]));
  }

  /** @returns the positions of two webhook endpoints */
  async function keepPositions(pool: Pool): Promise<Record<string, bigint>> {
    const endpoints = {
      [`${'1'.repeat(8)}-1111-4111-8111-111111111111`]: 0n,
      [`${'2'.repeat(8)}-2222-4222-8222-222222222222`]: 7n,
    };
    for (const [id, position] of Object.entries(endpoints)) {
      await pool.query('INSERT INTO webhooks.endpoints (endpoint_id, tenant_id, position) VALUES ($1, $1, $2)', [
        id,
        position,
      ]);
    }
    await pool.query('INSERT INTO identity.mail_checkpoint (position, since) VALUES (12, now())');
    await pool.query(
      `INSERT INTO audit.chain_segments (number, events, last_position, leaves, chain, root)
       VALUES (0, 1, 11, decode(repeat('00', 32), 'hex'), '', '')`,
    );
    return endpoints;
  }

  /** What a product logs that starts with these stores. */
  async function warningsAtStart(pool: Pool, store: EventStore): Promise<readonly string[]> {
    const logged: string[] = [];
    await warnOfOtherStore({ store, pool, logger: pino({}, { write: (line) => void logged.push(line) }) });
    await store.close();
    return logged;
  }

  it('webhooks, mails and the audit chain continue at the same events, there and back', async () => {
    const [esdb] = double.urls;
    const { url, pool } = await emptyDatabase();
    await migrate('--from', source, '--to', url);
    const endpoints = await keepPositions(pool);
    await withProjector({ url, pool }, () =>
      expect.poll(async () => (await pool.query(messages)).rowCount).toBeGreaterThan(0),
    );
    const before = await kept(pool);
    expect(before).toEqual({ ...endpoints, mails: 12n, 'segment 0': 11n });
    const onPostgres = () => warningsAtStart(pool, createPostgresEventStore({ connectionString: url }));
    const onEventStoreDb = () => warningsAtStart(pool, openEventStoreDb({ url: esdb, logger }));
    expect(await onPostgres()).toEqual([]);
    await migrate('--from', url, '--to', esdb);
    expect(await onEventStoreDb()).toEqual([expect.stringContaining('--positions')]);

    const there = JSON.parse(await migrate('--from', url, '--to', esdb, '--positions', '--json'));
    expect(there.positionsChanged).toBe(3);
    // Their positions are those of Postgres.
    expect((await pool.query(messages)).rowCount).toBe(0);
    const store = openEventStoreDb({ url: esdb, logger });
    const places = (await store.readAll(0n, 12)).map(({ position }) => position);
    await store.close();
    const [first, second] = Object.keys(endpoints) as [string, string];
    const translated = { [first]: 0n, [second]: places[6], mails: places[11], 'segment 0': places[10] };
    expect(await kept(pool)).toEqual(translated);
    expect(await onPostgres()).toEqual([expect.stringContaining('--positions')]);
    expect(await onEventStoreDb()).toEqual([]);

    expect(await migrate('--from', url, '--to', esdb, '--positions')).toContain('0 positions changed');
    expect(await kept(pool)).toEqual(translated);
    await migrate('--from', esdb, '--to', url, '--positions');
    expect(await kept(pool)).toEqual(before);
    expect(await migrate('--from', esdb, '--to', url, '--positions')).toContain('0 positions changed');
    expect(await kept(pool)).toEqual(before);
  });

  it('is right when it is repeated after a kill', async () => {
    // The read models are emptied and not committed; so are all positions.
    const last = KEPT_POSITIONS.at(-1)?.[0] ?? '';
    const { url, pool } = await emptyDatabase();
    const there = () => migrate('--from', url, '--to', double.urls[0], '--positions');
    const back = () => migrate('--from', double.urls[0], '--to', url, '--positions');
    await migrate('--from', source, '--to', url);
    await keepPositions(pool);
    const numbers = await kept(pool);
    await there();
    const places = await kept(pool);
    await back();
    await pool.query(
      `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`,
    );
    async function killed(table: string, move: () => Promise<unknown>): Promise<void> {
      await pool.query(`CREATE TRIGGER die AFTER UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION die()`);
      await expect(move()).rejects.toThrow();
      await pool.query(`DROP TRIGGER die ON ${table}`);
    }
    await withProjector({ url, pool }, () =>
      expect.poll(async () => (await pool.query(messages)).rowCount).toBeGreaterThan(0),
    );
    for (const table of [PROJECTIONS_TABLE, last]) {
      await killed(table, there);
      expect(await kept(pool)).toEqual(numbers);
    }
    await there();
    expect(await kept(pool)).toEqual(places);
    expect((await pool.query(messages)).rowCount).toBe(0);
    // The read models are empty now, so only positions are written on the way back.
    await killed(last, back);
    expect(await kept(pool)).toEqual(places);
    await back();
    expect(await kept(pool)).toEqual(numbers);
  });

  it('changes nothing when repeated, although all positions are early ones of a long history', async () => {
    const apart = await startEventStoreDbDouble();
    try {
      const [esdb] = apart.urls;
      const { url, pool } = await emptyDatabase();
      await fillUp(url, SMALL_FILLING);
      await pool.query('INSERT INTO identity.mail_checkpoint (position, since) VALUES (1, now())');
      const before = await kept(pool);
      await migrate('--from', url, '--to', esdb, '--positions');
      const places = await kept(pool);
      expect(places.mails).toBeLessThan(SMALL_FILLING);
      expect(await migrate('--from', url, '--to', esdb, '--positions')).toContain('0 positions changed');
      expect(await kept(pool)).toEqual(places);
      await migrate('--from', esdb, '--to', url, '--positions');
      expect(await kept(pool)).toEqual(before);
    } finally {
      await apart.close();
    }
  });

  it('refuses stores of one kind, and asks for it where it is left out', async () => {
    const target = await emptyDatabase();
    await expect(migrate('--from', source, '--to', target.url, '--positions')).rejects.toThrow('between Postgres and');
    expect(await eventsOf(target.pool)).toEqual([]);
    expect(await migrate('--from', source, '--to', double.urls[0])).toContain('with --positions');
  });
});

describe('the command', () => {
  it('moves the business to another Postgres with the same read models, and says what is left to do', async () => {
    const target = await emptyDatabase();
    const text = await migrate('--from', source, '--to', target.url);
    expect(text).toContain('copied now, 0 before');
    expect(text).toContain('rebuilds the read models');
    expect(text).toContain('were not copied');
    expect(text).not.toContain(new URL(target.url).password);
    await withProjector(target, async () => {
      for (const name of Object.keys(readModels)) {
        const rows = `SELECT to_json(t)::text AS row FROM ${READ_MODEL_SCHEMA}.${name} t ORDER BY 1`;
        await expect
          .poll(async () => (await target.pool.query(rows)).rows)
          .toEqual((await composed.pool.query(rows)).rows);
      }
    });

    // With other accounts it is refused, and none of them is copied.
    await target.pool.query(`INSERT INTO identity.users (id, email) VALUES (gen_random_uuid(), 'other@shop.example')`);
    await expect(migrate('--from', source, '--to', target.url, '--accounts')).rejects.toThrow(/identity\.users/);
    expect((await target.pool.query('SELECT count(*)::int AS n FROM identity.users')).rows).toEqual([{ n: 1 }]);
    expect((await target.pool.query('SELECT count(*)::int AS n FROM identity.account_roles')).rows).toEqual([{ n: 0 }]);
  });

  describe('only reads its source', () => {
    const MIGRATIONS = 'SELECT name FROM event_store.event_store_migrations ORDER BY id';
    const own = { service: 'event_store', schema: EVENT_STORE_SCHEMA };

    /** A source with one event, and the tables of events alone. */
    async function sourceWith(migrations: typeof eventStoreMigrations): Promise<{ url: string; pool: Pool }> {
      const database = await emptyDatabase(false);
      await runMigrations({ connectionString: database.url, migrations, ...own });
      await tamper(
        database.pool,
        `INSERT INTO event_store.events VALUES (1, 'one', 0, gen_random_uuid(), 'NothingKnown', '{}', '{}')`,
      );
      return database;
    }
    const schemasOf = async (pool: Pool) =>
      (await pool.query(`SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1`)).rows;

    it('which may lack tables that it does not read', async () => {
      const { url, pool } = await sourceWith(eventStoreMigrations);
      const schemas = await schemasOf(pool);
      await pool.query(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET default_transaction_read_only = on`);
      const target = await emptyDatabase();
      expect(await migrate('--from', url, '--to', target.url)).toContain('1 copied now');
      expect(await schemasOf(pool)).toEqual(schemas);
      await expect(migrate('--from', url, '--to', target.url, '--accounts')).rejects.toThrow('an older version');
      await expect(migrate('--from', url, '--to', double.urls[0], '--positions')).rejects.toThrow('an older version');
    });

    it.each([
      ['older', eventStoreMigrations.slice(0, -1)],
      ['newer', [...eventStoreMigrations, { name: '9999_later', up: 'SELECT' }]],
    ])('and refuses one of a version that is %s', async (version, migrations) => {
      const { url, pool } = await sourceWith(migrations);
      const before = [await schemasOf(pool), (await pool.query(MIGRATIONS)).rows];
      await expect(migrate('--from', url, '--to', double.urls[0])).rejects.toThrow(`${version} version`);
      expect([await schemasOf(pool), (await pool.query(MIGRATIONS)).rows]).toEqual(before);
    });
  });

  it.each([
    [[], /required option '--from <store>'/],
    [['--from', 'embedded', '--to', 'embedded'], /the same/],
    [['--from', 'mysql://host/db', '--to', 'embedded'], /--from and --to take/],
    [['--from', 'embedded', '--to', 'postgres://x@127.0.0.1:1/x', '--other'], /unknown option '--other'/],
  ])('refuses the words %j', async (words, message) => {
    await expect(migrate(...words)).rejects.toThrow(message);
  });

  it.each([
    ['--from', '--to'],
    ['--to', '--from'],
  ])('names %s if it leads to no database', async (wrong, right) => {
    const words = [wrong, 'postgres://x@127.0.0.1:1/x', right, source];
    await expect(migrate(...words)).rejects.toThrow(new RegExp(`^${wrong} leads to no usable database`));
  });

  it('refuses an empty source', async () => {
    const [empty, target] = [await emptyDatabase(), await emptyDatabase()];
    await expect(migrate('--from', empty.url, '--to', target.url)).rejects.toThrow('no events');
  });

  it('copies from and to the embedded database', async () => {
    const target = await emptyDatabase();
    const there = JSON.parse(await migrate('--from', source, '--to', 'embedded', '--accounts', '--json'));
    const back = JSON.parse(await migrate('--from', 'embedded', '--to', target.url, '--accounts', '--json'));
    expect(back.sha256).toBe(there.sha256);
    expect(back.tables).toEqual(there.tables);
  });

  it('copies accounts from Postgres to Postgres alone', async () => {
    await expect(migrate('--from', source, '--to', double.urls[0], '--accounts')).rejects.toThrow('only events');
  });
});
