import { afterAll, expect, it } from 'vitest';
import { refuseUnfitServer } from './fit-server.ts';
import { createPool } from './pool.ts';
import { createTestDatabase } from './testing/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database?.drop());

it('takes a server of a supported version without a pooler', async () => {
  await refuseUnfitServer(database.connectionString, 'DATABASE_URL');
});

it('refuses Postgres 14 with one sentence that names the version', async () => {
  const { connectionString } = database;
  const pool = createPool({ connectionString, applicationName: 'spec' });
  const name = new URL(connectionString).pathname.slice(1);
  // What the server says of itself comes from a function that stands before its own.
  await pool.query(`
    CREATE SCHEMA older;
    CREATE FUNCTION older.current_setting(setting text) RETURNS text LANGUAGE sql
      RETURN CASE setting WHEN 'server_version_num' THEN '140019' WHEN 'server_version' THEN '14.19' END;
    ALTER DATABASE ${name} SET search_path = older, pg_catalog`);
  await expect(refuseUnfitServer(connectionString, 'DATABASE_URL')).rejects.toThrow(
    /^DATABASE_URL leads to Postgres 14\.19: the product needs version 15 or later\.$/,
  );
  await pool.query(`ALTER DATABASE ${name} RESET search_path`);
  await pool.end();
});

it.each([
  ['nothing listens', (url: URL) => Object.assign(url, { host: '127.0.0.1:1' }), /ECONNREFUSED 127\.0\.0\.1:1\.$/],
  [
    'there is no such database',
    (url: URL) => Object.assign(url, { pathname: '/none' }),
    /database "none" does not exist\.$/,
  ],
  ['the password is wrong', (url: URL) => Object.assign(url, { password: 'wrong' }), /password authentication failed/],
])('names the setting where %s', async (_case, changed, reason) => {
  const { href } = changed(new URL(database.connectionString));
  const refused = expect(refuseUnfitServer(href, 'DATABASE_URL')).rejects;
  await refused.toThrow(/^DATABASE_URL leads to no usable database: /);
  await refused.toThrow(reason);
});

it('a pool has its time limits from SET, which poolers pass on, and compiles no plans', async () => {
  const pool = createPool({
    ...{ connectionString: database.connectionString, applicationName: 'spec' },
    statementTimeoutMs: 7_000,
  });
  const { rows } = await pool.query(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle,
       (SELECT source || ' ' || setting FROM pg_settings WHERE name = 'jit') AS jit`,
  );
  expect(rows).toEqual([{ statement: '7s', idle: '7s', jit: 'session off' }]);
  await pool.end();
});
