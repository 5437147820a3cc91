import { expect, it } from 'vitest';
import { onClient } from './on-client.ts';
import { createTestDatabase, type Template, type TestDatabase } from './test-database.ts';

const template: Template = {
  name: 'reuse',
  prepare: (connectionString) =>
    run({ connectionString }, [
      'CREATE TABLE things (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text)',
      'CREATE TABLE parts (thing bigint REFERENCES things)',
      'CREATE TABLE settings (name text, value int)',
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'it is kept'; END $$`,
      'CREATE TRIGGER kept BEFORE TRUNCATE ON things EXECUTE FUNCTION refuse()',
      'CREATE TRIGGER kept_rows BEFORE DELETE ON parts FOR EACH ROW EXECUTE FUNCTION refuse()',
      `INSERT INTO settings VALUES ('first', 1), ('second', 2)`,
    ]).then(() => {}),
};

const run = ({ connectionString }: Pick<TestDatabase, 'connectionString'>, statements: readonly string[]) =>
  onClient({ connectionString, applicationName: 'spec', statementTimeoutMs: 0 }, async (client) => {
    const answers = [];
    for (const statement of statements) answers.push((await client.query(statement)).rows);
    return answers.at(-1);
  });

/** Uses a database and gives it back. @returns the next one, and whether it is the same */
async function afterUse(statement: string) {
  const first = await createTestDatabase(template);
  await run(first, [statement]);
  await first.drop();
  const next = await createTestDatabase(template);
  return { next, isSame: next.connectionString === first.connectionString };
}

it.each([
  `INSERT INTO things (name) VALUES ('left behind')`,
  `INSERT INTO things (name) SELECT repeat('many', 50) FROM generate_series(1, 2000)`,
  `WITH made AS (INSERT INTO things (name) VALUES ('whole') RETURNING id) INSERT INTO parts SELECT id FROM made`,
  `UPDATE settings SET value = 7 WHERE name = 'first'`,
  'DELETE FROM settings',
])('a database is used again with the rows of its template, after %s', async (statement) => {
  const { next, isSame } = await afterUse(statement);
  expect(isSame).toBe(true);
  expect(await run(next, ['SELECT * FROM settings ORDER BY name'])).toEqual([
    { name: 'first', value: 1 },
    { name: 'second', value: 2 },
  ]);
  expect(await run(next, ['SELECT id FROM things UNION ALL SELECT thing FROM parts'])).toEqual([]);
  expect(await run(next, [`INSERT INTO things (name) VALUES ('new') RETURNING id`])).toEqual([{ id: '1' }]);
  await next.drop();
});

it.each([
  'CREATE TABLE more ()',
  'ALTER TABLE things ADD COLUMN more int',
  'ALTER TABLE things ADD CHECK (id < 5)',
  `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = 1024', current_database()); END $$`,
  // The session that empties it has ended, too.
  `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid()`,
])('a database is not used again after %s', async (statement) => {
  const { next, isSame } = await afterUse(statement);
  expect(isSame).toBe(false);
  await next.drop();
});
