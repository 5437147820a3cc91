import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from './pool.ts';
import { refuseMoreThanReading } from './reader-limits.ts';
import { ensureReaderLogin, hasReads, type ReadableTables, readerUrlOf } from './reader-login.ts';
import { createTestDatabase } from './testing/test-database.ts';

const readable: ReadableTables = {
  schemas: ['shown'],
  columns: { 'kept.people': ['id', 'name'] },
  functions: ['kept.name_of(int)'],
};
const pools: pg.Pool[] = [];
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end();
});

const ensure = (changes: Partial<Parameters<typeof ensureReaderLogin>[0]> = {}) =>
  ensureReaderLogin({
    ...{ connectionString: database.connectionString, readerUrl, isDerived: true, readable },
    ...changes,
  });
/** A role that created another one has no rights over its objects and grants until it is a member. */
const dropRole = (name: string) =>
  owner.query(`GRANT ${name} TO CURRENT_USER; DROP OWNED BY ${name}; DROP ROLE ${name}`);
function openForReading(connectionString = readerUrl): pg.Pool {
  const pool = createPool({ connectionString, applicationName: 'reading' });
  pools.push(pool);
  return pool;
}

const database = await createTestDatabase();
const { connectionString } = database;
const owner = createPool({ connectionString, applicationName: 'spec' });
await owner.query(`
  CREATE SCHEMA shown; CREATE TABLE shown.sites (id int); INSERT INTO shown.sites VALUES (1);
  CREATE SCHEMA kept; CREATE TABLE kept.people (id int, name text, secret text);
  CREATE FUNCTION kept.name_of(int) RETURNS text LANGUAGE sql SECURITY DEFINER AS $$ SELECT 'of ' || $1 $$;
  REVOKE ALL ON FUNCTION kept.name_of(int) FROM PUBLIC`);
const readerUrl = readerUrlOf(connectionString, 'a secret');
const role = new URL(readerUrl).username;
await ensure();

describe('a login that only reads', () => {
  it('reads granted tables, also later ones, and can listen', async () => {
    const pool = openForReading();
    await owner.query('CREATE TABLE shown.later (id int); CREATE VIEW shown.view AS SELECT * FROM shown.sites');
    expect((await pool.query('SELECT id FROM shown.sites')).rows).toEqual([{ id: 1 }]);
    expect((await pool.query('SELECT id FROM shown.later')).rows).toEqual([]);
    expect((await pool.query('SELECT id FROM shown.view')).rows).toEqual([{ id: 1 }]);
    expect((await pool.query('SELECT id, name FROM kept.people')).rows).toEqual([]);
    expect((await pool.query('SELECT kept.name_of(7) AS name')).rows).toEqual([{ name: 'of 7' }]);
    await pool.query('LISTEN spec');
    expect(await hasReads(readerUrl, readable)).toBe(true);
    await refuseMoreThanReading(readerUrl, readable);
  });

  it.each([
    'SELECT secret FROM kept.people',
    'INSERT INTO shown.sites VALUES (2)',
    'UPDATE shown.sites SET id = 3',
    'DELETE FROM shown.sites',
    'TRUNCATE shown.sites',
    'CREATE TABLE shown.more (id int)',
    'DROP TABLE shown.sites',
    'SELECT 1; DELETE FROM shown.sites',
    'CREATE ROLE more',
  ])('refuses %s, whatever role and settings the session asks for', async (statement) => {
    const client = await openForReading().connect();
    await client.query('SET ROLE NONE; SET default_transaction_read_only = off');
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    client.release(true);
  });

  it('gets missing grants, and nothing is written if it has them all', async () => {
    const aclOf = async () => (await owner.query(`SELECT xmin FROM pg_namespace WHERE nspname = 'shown'`)).rows;
    const granted = await aclOf();
    await ensure();
    expect(await aclOf()).toEqual(granted);
    await owner.query('ALTER TABLE kept.people ADD COLUMN since int');
    const more = { ...readable, columns: { 'kept.people': ['id', 'name', 'since'] } };
    expect(await hasReads(readerUrl, more)).toBe(false);
    await ensure({ readable: more });
    expect(await hasReads(readerUrl, more)).toBe(true);
    await owner.query(`REVOKE SELECT (since) ON kept.people FROM ${role}`);
  });

  it('has the password of a new secret, where the product sets it', async () => {
    const renewed = readerUrlOf(database.connectionString, 'a new secret');
    expect(await hasReads(renewed, readable)).toBe(false);
    await ensure({ readerUrl: renewed, isDerived: false });
    expect(await hasReads(renewed, readable)).toBe(false);
    await ensure({ readerUrl: renewed });
    expect(await hasReads(renewed, readable)).toBe(true);
    await ensure();
  });

  it('is made once by processes that start at the same time', async () => {
    const other = new URL(readerUrl);
    other.username = `${role.slice(0, 50)}_more`;
    await Promise.all([1, 2, 3].map(() => ensure({ readerUrl: other.href })));
    expect(await hasReads(other.href, readable)).toBe(true);
    await dropRole(other.username);
  });
});

describe('a login that can do more', () => {
  const refused = (url = readerUrl) => refuseMoreThanReading(url, readable);

  it('is refused with one sentence that names its excessive rights', async () => {
    await expect(refused(database.connectionString)).rejects.toThrow(/can be a superuser, or make roles or databases/);
    for (const [grant, revoke, can] of [
      ['SELECT (secret) ON kept.people TO', 'SELECT (secret) ON kept.people FROM', 'read kept.people.secret'],
      ['DELETE ON shown.sites TO', 'DELETE ON shown.sites FROM', 'write shown.sites'],
      ['UPDATE (id) ON shown.sites TO', 'UPDATE (id) ON shown.sites FROM', 'write shown.sites'],
      ['CREATE ON SCHEMA shown TO', 'CREATE ON SCHEMA shown FROM', 'make tables in shown'],
    ]) {
      await owner.query(`GRANT ${grant} ${role}`);
      await expect(refused()).rejects.toThrow(`The database login ${role}, which queries use, can ${can}: `);
      await owner.query(`REVOKE ${revoke} ${role}`);
    }
    await refused();
  });

  it('is not refused for what a newer version has granted', async () => {
    await ensure({ readable: { ...readable, columns: { 'kept.people': ['id', 'secret'] } } });
    await refused();
    await owner.query(
      `REVOKE SELECT (secret) ON kept.people FROM ${role}; COMMENT ON COLUMN kept.people.secret IS NULL`,
    );
  });

  it('is refused where it could only become another role that can', async () => {
    const writer = `${role.slice(0, 50)}_writer`;
    await owner.query(
      `CREATE ROLE ${writer} NOLOGIN; GRANT DELETE ON shown.sites TO ${writer}; GRANT ${writer} TO ${role}`,
    );
    await expect(refused()).rejects.toThrow('can write shown.sites');
    await dropRole(writer);
    await refused();
  });
});

describe('a database user that may make no roles', () => {
  const limited = `perktree_test_limited_${process.pid}`;
  let limitedUrl: string;
  beforeAll(async () => {
    await owner.query(
      `CREATE ROLE ${limited} LOGIN PASSWORD 'limited'; CREATE SCHEMA theirs; GRANT ALL ON SCHEMA theirs TO ${limited}`,
    );
    const url = new URL(database.connectionString);
    [url.username, url.password] = [limited, 'limited'];
    limitedUrl = url.href;
  });
  afterAll(() => dropRole(limited));

  it('gets one sentence that names what to create, and works once it exists', async () => {
    const other = new URL(readerUrl);
    other.username = `${role.slice(0, 50)}_own`;
    const theirs = { schemas: [], columns: {}, functions: [] };
    const asked = { connectionString: limitedUrl, readerUrl: other.href, isDerived: false, readable: theirs };
    await expect(ensure(asked)).rejects.toThrow(
      `have an administrator run CREATE ROLE ${other.username} LOGIN PASSWORD '…' and set DATABASE_READ_URL to it`,
    );
    await owner.query(`CREATE ROLE ${other.username} LOGIN PASSWORD '${other.password}'`);
    await ensure(asked);
    expect(await hasReads(other.href, theirs)).toBe(true);
    await owner.query(`DROP ROLE ${other.username}`);
  });
});

it('a server that is away is an error', async () => {
  const url = new URL(readerUrl);
  Object.assign(url, { hostname: '127.0.0.1', port: '1' });
  await expect(hasReads(url.href, readable)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
