import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from './migrate.ts';
import { createPool } from './pool.ts';
import { readOnlyConnectionString } from './read-only.ts';
import { ensureReaderRole, READER_ROLE } from './reader-role.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const readable = { schemas: ['shown'], columns: { 'kept.people': ['id', 'name'] } };
/** As on a managed server: may work in its database and make no roles. */
const LIMITED = `perktree_test_limited_${process.pid}`;

let database: TestDatabase;
let owner: pg.Pool;
let hasRole = true;
let warnings: string[];
const pools: pg.Pool[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  owner = createPool({ connectionString: database.connectionString, applicationName: 'spec' });
  await owner.query(`
    CREATE SCHEMA shown; CREATE TABLE shown.sites (id int); INSERT INTO shown.sites VALUES (1);
    CREATE SCHEMA kept; CREATE TABLE kept.people (id int, name text, secret text)`);
  hasRole = await ensureReaderRole(database.connectionString, readable);
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});
beforeEach(() => {
  warnings = [];
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end();
});

async function openForReading(connectionString = database.connectionString): Promise<pg.Pool> {
  const logger = { warn: (...words: unknown[]) => void warnings.push(String(words.at(-1))) };
  const url = await readOnlyConnectionString({ connectionString, readable, logger });
  const pool = createPool({ connectionString: url, applicationName: 'reading' });
  pools.push(pool);
  return pool;
}
const writes = [
  'INSERT INTO shown.sites VALUES (2)',
  'UPDATE shown.sites SET id = 3',
  'DELETE FROM shown.sites',
  'TRUNCATE shown.sites',
  'CREATE TABLE shown.more (id int)',
  'DROP TABLE shown.sites',
  `SELECT 1; DELETE FROM shown.sites`,
];

describe('a pool that only reads', () => {
  it('reads what it may, also what is made later, and listens', async () => {
    const pool = await openForReading();
    await owner.query('CREATE TABLE shown.later (id int); CREATE VIEW shown.view AS SELECT * FROM shown.sites');
    expect((await pool.query('SELECT id FROM shown.sites')).rows).toEqual([{ id: 1 }]);
    expect((await pool.query('SELECT id FROM shown.later')).rows).toEqual([]);
    expect((await pool.query('SELECT id FROM shown.view')).rows).toEqual([{ id: 1 }]);
    await pool.query('LISTEN spec');
    expect(warnings).toEqual(hasRole ? [] : [expect.stringContaining('read only')]);
  });

  it('waits for nobody and writes nothing where the role has all of it', async ({ skip }) => {
    if (!hasRole) skip('the user of TEST_DATABASE_URL may not make the role');
    const granted = await owner.query(`SELECT xmin, nspacl FROM pg_namespace WHERE nspname = 'shown'`);
    let had: boolean | null = false;
    await withLock(database.connectionString, 'spec', 'reader_role', async () => {
      had = await Promise.race([ensureReaderRole(database.connectionString, readable), sleep(5_000, null)]);
    });
    expect(had).toBe(true);
    expect((await owner.query(`SELECT xmin, nspacl FROM pg_namespace WHERE nspname = 'shown'`)).rows).toEqual(
      granted.rows,
    );
  });

  it('is given what it does not have yet', async ({ skip }) => {
    if (!hasRole) skip('the user of TEST_DATABASE_URL may not make the role');
    const more = { schemas: ['shown', 'shown_too'], columns: { 'kept.people': ['id', 'name', 'secret'] } };
    await ensureReaderRole(database.connectionString, more);
    await owner.query('CREATE TABLE shown_too.visits (id int)');
    const pool = await openForReading();
    expect((await pool.query('SELECT id FROM shown_too.visits')).rows).toEqual([]);
    expect((await pool.query('SELECT secret FROM kept.people')).rows).toEqual([]);
    await owner.query(`DROP SCHEMA shown_too CASCADE; REVOKE SELECT (secret) ON kept.people FROM ${READER_ROLE}`);
  });

  it.each(writes)('refuses %s', async (statement) => {
    const pool = await openForReading();
    await expect(pool.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(25006|42501)$/) });
    expect((await owner.query('SELECT id FROM shown.sites')).rows).toEqual([{ id: 1 }]);
  });

  it('cannot write either where it asks to', async ({ skip }) => {
    if (!hasRole) skip('the user of TEST_DATABASE_URL may not make the role');
    const pool = await openForReading();
    const client = await pool.connect();
    await client.query('SET default_transaction_read_only = off');
    await expect(client.query('DELETE FROM shown.sites')).rejects.toMatchObject({ code: '42501' });
    client.release(true);
  });

  it('sees of other tables the columns that it was given', async ({ skip }) => {
    if (!hasRole) skip('the user of TEST_DATABASE_URL may not make the role');
    const pool = await openForReading();
    expect((await pool.query('SELECT id, name FROM kept.people')).rows).toEqual([]);
    await expect(pool.query('SELECT secret FROM kept.people')).rejects.toMatchObject({ code: '42501' });
  });

  it('keeps the settings of the address', async () => {
    const url = new URL(database.connectionString);
    url.searchParams.set('options', '-c search_path=shown');
    const pool = await openForReading(url.href.replaceAll('+', '%20'));
    expect((await pool.query('SELECT id FROM sites')).rows).toEqual([{ id: 1 }]);
    await expect(pool.query('DELETE FROM sites')).rejects.toMatchObject({ code: '25006' });
  });
});

describe('a user that may make no roles', () => {
  let admin: pg.Pool;
  let limitedUrl: string;
  let made = false;
  beforeAll(async () => {
    const url = new URL(database.connectionString);
    // The embedded server's administrator has the same password.
    if (url.username === 'perktree') url.username = 'perktree_admin';
    admin = createPool({ connectionString: url.href, applicationName: 'spec' });
    const { rows } = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = current_user AND rolcreaterole');
    made = rows.length > 0;
    if (!made) return;
    await admin.query(`CREATE ROLE ${LIMITED} LOGIN PASSWORD 'limited';
      GRANT ALL ON SCHEMA shown, kept TO ${LIMITED}; GRANT ALL ON ALL TABLES IN SCHEMA shown, kept TO ${LIMITED}`);
    [url.username, url.password] = [LIMITED, 'limited'];
    limitedUrl = url.href;
  });
  afterAll(async () => {
    if (made) await admin.query(`DROP OWNED BY ${LIMITED}; DROP ROLE ${LIMITED}`);
    await admin?.end();
  });

  it('reads in sessions that are set to read only, and is told of it once', async ({ skip }) => {
    if (!made) skip('the user of TEST_DATABASE_URL may make no other user');
    const pool = await openForReading(limitedUrl);
    expect(warnings).toEqual([expect.stringContaining('read only')]);
    expect((await pool.query('SELECT current_user AS who')).rows).toEqual([{ who: LIMITED }]);
    expect((await pool.query('SELECT id FROM shown.sites')).rows).toEqual([{ id: 1 }]);
    for (const statement of writes) {
      await expect(pool.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(25006|42501)$/) });
    }
  });

  it('works as the role where somebody else has given it', async ({ skip }) => {
    if (!made) skip('the user of TEST_DATABASE_URL may make no other user');
    await admin.query(`GRANT ${READER_ROLE} TO ${LIMITED}`);
    const pool = await openForReading(limitedUrl);
    expect((await pool.query('SELECT current_user AS who')).rows).toEqual([{ who: READER_ROLE }]);
    expect(warnings).toEqual([]);
  });
});

it('a server that is away is an error, not a reason to write', async () => {
  const url = new URL(database.connectionString);
  url.port = '1';
  await expect(openForReading(url.href)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(warnings).toEqual([]);
});
