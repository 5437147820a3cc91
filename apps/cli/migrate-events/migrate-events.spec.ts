import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { READ_MODEL_SCHEMA, readModels } from '@perktree/contracts/read-models';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import { NO_STREAM } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import {
  type EventStoreDbDouble,
  startEventStoreDbDouble,
} from '@perktree/event-store/testing/event-store-db-double/double';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type TestDatabase } from '@perktree/platform/postgres/test-database';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { projections } from '@perktree/projector/read-models/catalogue';
import { startProcessor } from '@perktree/projector/service';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDemoBusiness } from '../../standalone/demo/demo-business.ts';
import { type ComposedApp, startComposedApp } from '../../standalone/testing/composed-app.ts';
import { toJson } from '../session.ts';
import { runCommand, sessionOn } from '../testing/run-command.ts';

const FILLING = 6_000;
const outDir = path.join(import.meta.dirname, '../../.cache/migrate-events');
const logger = pino({ level: 'silent' });

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
  await fillDemoBusiness(composed.app, async (email) => {
    await composed.identity.grantSuperadmin(email);
  });
}, 120_000);
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await composed?.close();
  await double?.close();
  for (const database of databases) await database.drop();
  rmSync(outDir, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

/** So much that a copy takes a while. */
async function fillUp(): Promise<void> {
  const store = createPostgresEventStore({ connectionString: source });
  const filling = Array.from({ length: FILLING }, (_, n) => ({
    ...{ eventId: randomUUID(), type: 'NothingKnown', data: { n }, metadata: {} },
  }));
  await Promise.all(filling.map((event, n) => store.append(`filling-${n}`, NO_STREAM, [event])));
  await store.close();
}

async function emptyDatabase(): Promise<{ url: string; pool: Pool }> {
  const database = await createTestDatabase();
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
  await ensureReadModels(pool, projections);
  const store = createPostgresEventStore({ connectionString: url });
  const projector = startProcessor({ store, pool, logger });
  try {
    await use();
  } finally {
    await projector.stop();
    await store.close();
  }
}

/** Connections to a database that are not of this spec. */
async function othersOn(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_stat_activity
     WHERE datname = current_database() AND application_name <> 'spec'`,
  );
  return rows[0]?.others ?? 0;
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

  it('webhooks, mails and the audit chain continue at the same events, there and back', async () => {
    const [esdb] = double.urls;
    const { url, pool } = await emptyDatabase();
    await migrate('--from', source, '--to', url);
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
    await withProjector({ url, pool }, () =>
      expect.poll(async () => (await pool.query(messages)).rowCount).toBeGreaterThan(0),
    );
    const before = await kept(pool);
    expect(before).toEqual({ ...endpoints, mails: 12n, 'segment 0': 11n });

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

    expect(await migrate('--from', url, '--to', esdb, '--positions')).toContain('0 positions changed');
    expect(await kept(pool)).toEqual(translated);
    await migrate('--from', esdb, '--to', url, '--positions');
    expect(await kept(pool)).toEqual(before);
    expect(await migrate('--from', esdb, '--to', url, '--positions')).toContain('0 positions changed');
    expect(await kept(pool)).toEqual(before);
  }, 120_000);

  it('refuses stores of one kind, and asks for it where it is left out', async () => {
    const target = await emptyDatabase();
    await expect(migrate('--from', source, '--to', target.url, '--positions')).rejects.toThrow('between Postgres and');
    expect(await eventsOf(target.pool)).toEqual([]);
    expect(await migrate('--from', source, '--to', double.urls[0])).toContain('with --positions');
  });
});

describe('the business moves to another Postgres', () => {
  it('and its read models there are the same', async () => {
    const target = await emptyDatabase();
    await migrate('--from', source, '--to', target.url);
    await withProjector(target, async () => {
      for (const name of Object.keys(readModels)) {
        const rows = `SELECT to_json(t)::text AS row FROM ${READ_MODEL_SCHEMA}.${name} t ORDER BY 1`;
        await expect
          .poll(async () => (await target.pool.query(rows)).rows, { timeout: 30_000 })
          .toEqual((await composed.pool.query(rows)).rows);
      }
    });
  }, 120_000);

  it('and to EventStoreDB (the wire double here), and from there to a third one', async () => {
    const back = await emptyDatabase();
    const [esdb] = double.urls;
    const there = JSON.parse(await migrate('--from', source, '--to', esdb, '--json'));
    const again = JSON.parse(await migrate('--from', esdb, '--to', back.url, '--json'));
    expect(again.sha256).toBe(there.sha256);
    expect(again.copied).toBe(there.events);
    expect(await eventsOf(back.pool)).toEqual(await eventsOf(composed.pool));
  }, 180_000);

  it('although the command is killed again and again, and nothing of it changes', async () => {
    await build({
      ...{ configFile: false, root: import.meta.dirname, logLevel: 'error' },
      build: { ssr: path.join(import.meta.dirname, '../main.ts'), outDir, emptyOutDir: true, target: 'node20' },
      ssr: { noExternal: [/^@perktree\//] },
    });
    await fillUp();
    const target = await emptyDatabase();
    const words = ['migrate-events', '--from', source, '--to', target.url, '--accounts', '--json'];
    const start = (): ChildProcess =>
      spawn(process.execPath, [path.join(outDir, 'main.js'), ...words], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    const there = async () =>
      Number(
        (await target.pool.query('SELECT count(*) AS n FROM event_store.events').catch(() => ({ rows: [{ n: 0 }] })))
          .rows[0].n,
      );

    let before = 0;
    for (let kill = 1; kill <= 2; kill += 1) {
      const child = start();
      await expect.poll(there, { interval: 20, timeout: 30_000 }).toBeGreaterThan(before);
      child.kill('SIGKILL');
      await once(child, 'exit');
      // The server may still commit what the killed process sent last.
      await expect.poll(() => othersOn(target.pool)).toBe(0);
      before = await there();
      expect(before).toBeLessThan(FILLING);
    }
    const child = start();
    let written = '';
    child.stdout?.on('data', (text) => {
      written += text;
    });
    expect((await once(child, 'exit'))[0]).toBe(0);

    const { events, copied, sha256, tables } = JSON.parse(written);
    expect(events).toBeGreaterThan(FILLING);
    expect(copied).toBe(events - before);
    expect(sha256).toMatch(/^[\da-f]{64}$/);
    expect(await eventsOf(target.pool)).toEqual(await eventsOf(composed.pool));
    expect(tables.find(({ table }: { table: string }) => table === 'identity.users').rows).toBeGreaterThan(5);
    const names = tables.map(({ table }: { table: string }) => table);
    expect(names).toEqual(expect.arrayContaining(['webhooks.endpoints', 'audit.signed_heads']));
    for (const { table } of tables) {
      const rows = `SELECT to_json(t)::text AS row FROM ${table} t ORDER BY 1`;
      expect((await target.pool.query(rows)).rows).toEqual((await composed.pool.query(rows)).rows);
    }
  }, 120_000);
});

describe('the command', () => {
  it('says what it did and what is left to do, without a password', async () => {
    const target = await emptyDatabase();
    const text = await migrate('--from', source, '--to', target.url);
    expect(text).toContain('copied now, 0 before');
    expect(text).toContain('rebuilds the read models');
    expect(text).toContain('were not copied');
    expect(text).not.toContain(new URL(target.url).password);
  });

  it('refuses a target that holds other events', async () => {
    const target = await emptyDatabase();
    await migrate('--from', source, '--to', target.url);
    await target.pool.query(`UPDATE event_store.events SET data = '{"amount": "9999.00"}' WHERE position = 12`);
    await expect(migrate('--from', source, '--to', target.url)).rejects.toThrow(/^Event 12 of the target/);
  });

  it('refuses a target with other accounts, and copies none of them', async () => {
    const target = await emptyDatabase();
    await migrate('--from', source, '--to', target.url);
    await target.pool.query(`INSERT INTO identity.users (id, email) VALUES (gen_random_uuid(), 'other@shop.example')`);
    await expect(migrate('--from', source, '--to', target.url, '--accounts')).rejects.toThrow(/identity\.users/);
    expect((await target.pool.query('SELECT count(*)::int AS n FROM identity.users')).rows).toEqual([{ n: 1 }]);
    expect((await target.pool.query('SELECT count(*)::int AS n FROM identity.account_roles')).rows).toEqual([{ n: 0 }]);
  });

  it.each([
    [[], /required option '--from <store>'/],
    [['--from', 'embedded', '--to', 'embedded'], /the same/],
    [['--from', 'mysql://host/db', '--to', 'embedded'], /--from and --to take/],
    [['--from', 'embedded', '--to', 'postgres://x@127.0.0.1:1/x', '--other'], /unknown option '--other'/],
  ])('refuses the words %j', async (words, message) => {
    await expect(migrate(...words)).rejects.toThrow(message);
  });

  it('copies from and to the embedded database, and refuses an empty source', async () => {
    const empty = await emptyDatabase();
    await expect(migrate('--from', empty.url, '--to', 'embedded')).rejects.toThrow('no events');
    const target = await emptyDatabase();
    const there = JSON.parse(await migrate('--from', source, '--to', 'embedded', '--accounts', '--json'));
    const back = JSON.parse(await migrate('--from', 'embedded', '--to', target.url, '--accounts', '--json'));
    expect(back.sha256).toBe(there.sha256);
    expect(back.tables).toEqual(there.tables);
  }, 120_000);

  it('copies accounts from Postgres to Postgres alone', async () => {
    await expect(migrate('--from', source, '--to', double.urls[0], '--accounts')).rejects.toThrow('only events');
  });
});
