import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { signChainJob } from '@perktree/audit-service/chain/sign-chain-job';
import { newPrivateKey, readSigningKey } from '@perktree/audit-service/chain/signing-key';
import { verifyChain } from '@perktree/audit-service/chain/verify-chain';
import { READ_MODEL_SCHEMA, readModels } from '@perktree/contracts/catalogue/read-models';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { tamper } from '@perktree/event-store/testing/tamper';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type TestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { systemTimers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDemoBusiness } from '../../standalone/demo/demo-business.ts';
import { type ComposedApp, startComposedApp } from '../../standalone/testing/composed-app.ts';
import { productTemplate } from '../../standalone/testing/product-template.ts';
import { Visitor } from '../../standalone/testing/visitor.ts';
import { runCommand, sessionOn } from '../testing/run-command.ts';

let composed: ComposedApp;
let folder: string;
let source: string;
let made: Awaited<ReturnType<typeof backUp>>;
const databases: TestDatabase[] = [];
const pools: Pool[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perktree-backup-'));
  composed = await startComposedApp();
  source = composed.databaseUrl;
  await fillDemoBusiness(composed.app, async (email) => {
    await composed.identity.grantSuperadmin(email);
  });
  const owner = await new Visitor(composed.app, 'with-a-logo').register('business');
  const headers = { 'content-type': 'image/svg+xml', cookie: owner.cookie };
  const payload = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
  await composed.app.inject({ method: 'POST', url: '/api/pictures', headers, payload });
  const { store, pool } = composed;
  const key = readSigningKey(newPrivateKey());
  await signChainJob({ store, pool, key, clock: () => new Date(systemTimers.now()) }).run();
  made = await backUp('whole.perktree');
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await composed?.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function backUp(file: string, url = source) {
  const { json } = await runCommand(sessionOn(url, { folder }), 'backup', '--to', file);
  return json as { events: number; chain: string; sha256: string; tables: { table: string; rows: number }[] };
}
async function restore(file: string, url: string) {
  const { json, differs } = await runCommand(sessionOn(url, { folder }), 'restore', '--from', file);
  return { ...(json as typeof made & { readModels: { identical: boolean }[] }), differs };
}

async function emptyDatabase(): Promise<{ url: string; pool: Pool }> {
  const database = await createTestDatabase(productTemplate);
  databases.push(database);
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'spec' });
  pools.push(pool);
  return { url: database.connectionString, pool };
}
const rowsOf = async (pool: Pool, table: string) =>
  (await pool.query(`SELECT to_json(t)::text AS row FROM ${table} t ORDER BY 1`)).rows;

/** A file like the whole one, with other lines. */
async function changed(name: string, change: (text: string) => string): Promise<string> {
  const text = gunzipSync(await readFile(join(folder, 'whole.perktree'))).toString('utf8');
  const other = change(text);
  expect(other).not.toBe(text);
  await writeFile(join(folder, name), gzipSync(other));
  return name;
}

/** With a matching sha256, as an attacker would write it. */
function resealed(text: string): string {
  const [, lines = '', end = ''] = /^([\s\S]*\n)(Z[^\n]*\n)$/.exec(text) ?? [];
  const sha256 = createHash('sha256').update(lines).digest('hex');
  return lines + end.replace(/"sha256":"[^"]*"/, `"sha256":"${sha256}"`);
}

describe('a backup that is restored', () => {
  /** The tests take it as the ones before them leave it. */
  let target: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeAll(async () => {
    target = await emptyDatabase();
  });

  it('gives the same chain, events, accounts and read models', async () => {
    const restored = await restore('whole.perktree', target.url);
    expect(restored.chain).toBe(made.chain);
    expect(restored.tables).toEqual(made.tables);
    expect(restored.differs).toBe(false);
    const rowTables = Object.keys(readModels).map((name) => `${READ_MODEL_SCHEMA}.${name}`);
    for (const table of [...rowTables, 'event_store.events', ...made.tables.map(({ table }) => table)]) {
      expect(await rowsOf(target.pool, table), table).toEqual(await rowsOf(composed.pool, table));
    }
    expect(made.events).toBeGreaterThan(30);
    expect(made.tables.find(({ table }) => table === 'identity.users')?.rows).toBeGreaterThan(5);
    expect(made.tables.find(({ table }) => table === 'identity.pictures')?.rows).toBe(1);
  });

  it('has the record of the chain and its signed heads, and fits them', async () => {
    const store = createPostgresEventStore({ connectionString: target.url });
    const verified = await verifyChain({ store, pool: target.pool, positionsAreNumbers: true, now: composed.clock() });
    await store.close();
    const { events, chain } = made;
    expect(verified).toEqual({ events, recorded: events, heads: 1, chain, difference: null, findings: [] });
  });

  it('is for its owner alone, and never written over another', async () => {
    expect((await stat(join(folder, 'whole.perktree'))).mode & 0o777).toBe(0o600);
    await expect(backUp('whole.perktree')).rejects.toThrow('there already');
  });

  async function isRefused(message: string) {
    await expect(backUp('broken.perktree', target.url)).rejects.toThrow(message);
    await expect(stat(join(folder, 'broken.perktree'))).rejects.toThrow('ENOENT');
    await expect(stat(join(folder, 'broken.perktree.part'))).rejects.toThrow('ENOENT');
  }

  it('is refused for a store without its last events, which one reader of them has seen', async () => {
    const run = (sql: string) => target.pool.query(sql);
    const head = Number((await run('SELECT max(position) AS head FROM event_store.events')).rows[0].head);
    await tamper(target.pool, `DELETE FROM event_store.events WHERE position > ${head - 3}`);
    await run(`INSERT INTO webhooks.endpoints (endpoint_id, tenant_id, position)
      VALUES (gen_random_uuid(), gen_random_uuid(), ${head})`);
    await run(`INSERT INTO identity.mail_checkpoint (position, since) VALUES (${head}, now())`);
    const others = Object.entries({
      'the record of the chain has': 'audit.chain_segments',
      'a signed head of the chain has': 'audit.signed_heads',
      'webhooks have': 'webhooks.endpoints',
      'mails have': 'identity.mail_checkpoint',
    });
    for (const [n, [, table]] of others.entries()) {
      await run(`CREATE TABLE kept_${n} AS SELECT * FROM ${table}; DELETE FROM ${table}`);
    }
    const seenBy = (reader: string) =>
      isRefused(`The last events are gone: ${reader} seen an event at position ${head}`);
    await seenBy('the read models have');
    await run('UPDATE read_models.projections SET seen_position = NULL');
    for (const [n, [reader, table]] of others.entries()) {
      await run(`INSERT INTO ${table} SELECT * FROM kept_${n}`);
      await seenBy(reader);
      await run(`DELETE FROM ${table}`);
    }
  });

  it('is refused for a store that lacks events, because it could not be restored', async () => {
    await tamper(target.pool, 'DELETE FROM event_store.events WHERE revision = 1 AND stream = $1', [
      (await target.pool.query('SELECT stream FROM event_store.events WHERE revision = 2 LIMIT 1')).rows[0].stream,
    ]);
    await isRefused('events were removed or moved');
  });

  it('that was cut off in the midst leaves the store empty, and is restored after that', async () => {
    const target = await emptyDatabase();
    await target.pool.query(`
      CREATE FUNCTION killed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
        PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
      CREATE TRIGGER killed AFTER INSERT ON identity.users FOR EACH ROW EXECUTE FUNCTION killed()`);
    await expect(restore('whole.perktree', target.url)).rejects.toThrow();
    expect(await rowsOf(target.pool, 'event_store.events')).toEqual([]);
    await target.pool.query('DROP TRIGGER killed ON identity.users');
    expect((await restore('whole.perktree', target.url)).chain).toBe(made.chain);
  });
});

describe('a store that is not empty', () => {
  it.each([
    ['events', `INSERT INTO event_store.events VALUES (1, 'a', 0, gen_random_uuid(), 'A', '{}', '{}')`, 'events'],
    [
      'accounts',
      `INSERT INTO identity.users (id, email) VALUES (gen_random_uuid(), 'o@shop.example')`,
      'identity.users',
    ],
  ])('with %s is left as it is', async (_, sql, reason) => {
    const target = await emptyDatabase();
    await tamper(target.pool, sql);
    await expect(restore('whole.perktree', target.url)).rejects.toThrow(
      new RegExp(`The store is not empty: .*${reason}`),
    );
    const events = await target.pool.query('SELECT 1 FROM event_store.events');
    expect(events.rowCount).toBeLessThan(2);
  });
});

describe('a file that is refused', () => {
  /** It stays empty. */
  let target: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeAll(async () => {
    target = await emptyDatabase();
  });
  const refused = async (name: string, message: RegExp) => {
    await expect(restore(name, target.url)).rejects.toThrow(message);
    for (const table of ['event_store.events', 'identity.users']) expect(await rowsOf(target.pool, table)).toEqual([]);
  };

  it.each([0.2, 0.7, 0.999])('is cut off at %s of it', async (share) => {
    const bytes = await readFile(join(folder, 'whole.perktree'));
    await writeFile(join(folder, 'cut.perktree'), bytes);
    await truncate(join(folder, 'cut.perktree'), Math.floor(bytes.length * share));
    await refused('cut.perktree', /is cut off: its end is missing/);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['has another amount', (text) => text.replace(/"saleAmount":"(\d)/, '"saleAmount":"9$1'), /sha256/],
    ['has another e-mail address', (text) => text.replace(/"email":"\w/, '"email":"z'), /sha256/],
    ['lacks an event', (text) => text.replace(/\nE[^\n]*/, ''), /sha256/],
    ['lacks its end', (text) => text.replace(/Z[^\n]*\n$/, ''), /cut off/],
    ['is of a later format', (text) => text.replace('"version":1', '"version":2'), /newer version of PerkTree/],
    [
      'has a migration of later',
      (text) => resealed(text.replace('"0001_events"', '"0001_events","0002_more"')),
      /newer version.*0002_more/,
    ],
    ['has another amount, and is sealed again', (text) => resealed(text.replace(/"saleAmount":"/, '$&9')), /chain to/],
    [
      'has an amount twice, and is sealed again',
      (text) => resealed(text.replace('"saleAmount":"', '"saleAmount":"9.00",$&')),
      /“\[4\]\.saleAmount” stands twice/,
    ],
    [
      'has a table of its own',
      (text) => resealed(text.replace('T{"table":"identity.users"', 'T{"table":"x"')),
      /tables/,
    ],
    ['is something else', () => 'a text\n', /is no backup of PerkTree/],
  ])('%s', async (_, change, message) => {
    await refused(await changed('changed.perktree', change), message);
  });

  it('has one byte changed', async () => {
    const bytes = await readFile(join(folder, 'whole.perktree'));
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(join(folder, 'byte.perktree'), bytes);
    await refused('byte.perktree', /damaged/);
  });

  it('is not there, or was not named', async () => {
    const { url } = target;
    await expect(restore('absent.perktree', url)).rejects.toThrow('There is no file');
    await expect(runCommand(sessionOn(url), 'restore')).rejects.toThrow("required option '--from <file>'");
    await expect(runCommand(sessionOn(url), 'backup')).rejects.toThrow("required option '--to <file>'");
  });
});
