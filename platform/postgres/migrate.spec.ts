import { describe, expect, it } from 'vitest';
import { createSchemaSql } from './create-schema.ts';
import { type Migration, runMigrations, withLock } from './migrate.ts';
import { createPool } from './pool.ts';
import { useTestPool } from './testing/test-pool.ts';

const { pool, connectionString } = await useTestPool();

const createTable = (name: string): Migration => ({
  name: `create_${name}`,
  up: `CREATE TABLE ${name} (id int); INSERT INTO ${name} VALUES (1)`,
});
const migrate = (service: string, migrations: Migration[], schema?: string) =>
  runMigrations({ connectionString, service, migrations, ...(schema && { schema }) });

describe('migrations', () => {
  it('run once, although ten processes start at the same time', async () => {
    const slow: Migration = { name: 'slow', up: 'SELECT pg_sleep(0.5)' };
    const migrations = [createTable('shops'), slow, createTable('visits')];
    const ran = await Promise.all(Array.from({ length: 10 }, () => migrate('first', migrations)));
    expect(ran.map(({ length }) => length).sort()).toEqual([...Array(9).fill(0), 3]);
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM shops');
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('take no lock when all are applied', async () => {
    const migrations = [createTable('waits_a')];
    await migrate('waits', migrations, 'waits');
    let ran: readonly string[] | null = null;
    await withLock(connectionString, 'spec', 'waits', async () => {
      ran = await migrate('waits', migrations, 'waits');
    });
    expect(ran).toEqual([]);
  });

  it('of a newer version that only add let this one start, and run once when the newer one starts again', async () => {
    const older = [createTable('newer_a')];
    const newer = [...older, { ...createTable('newer_b'), isAdditive: true as const }];
    expect(await migrate('newer', newer)).toEqual(['create_newer_a', 'create_newer_b']);
    expect(await migrate('newer', older)).toEqual([]);
    expect(await migrate('newer', newer)).toEqual([]);
    // Version 0.1.0 takes this record only if it has exactly the names that it knows.
    expect((await pool.query('SELECT name FROM newer_migrations')).rows).toEqual([{ name: 'create_newer_a' }]);
  });

  it('of a newer version that change something are refused, with the ways out', async () => {
    await migrate('changed', [createTable('changed_a'), createTable('changed_b')]);
    await expect(migrate('changed', [createTable('changed_a')])).rejects.toThrow(
      'A newer version of PerkTree has changed the tables of changed (create_changed_b), and this version cannot use them: ' +
        'start the newer version again, or restore a backup from before the upgrade into an empty database.',
    );
  });

  it('of several services keep records of their own, in their schema', async () => {
    await migrate('second', [createTable('second_a')], 'second');
    expect(await migrate('second', [createTable('second_a'), createTable('second_b')], 'second')).toEqual([
      'create_second_b',
    ]);
    const { rows } = await pool.query('SELECT name FROM second.second_migrations ORDER BY id');
    expect(rows).toEqual([{ name: 'create_second_a' }, { name: 'create_second_b' }]);
  });

  it('leave nothing of one that failed', async () => {
    const broken: Migration = { name: 'broken', up: 'CREATE TABLE half (id int); SELECT 1 / 0' };
    await expect(migrate('fourth', [broken])).rejects.toThrow('division by zero');
    const { rows } = await pool.query(`SELECT to_regclass('half') AS half`);
    expect(rows).toEqual([{ half: null }]);
  });
});

it('a schema can be made by many sessions at once', async () => {
  // Connections first, so that the statements meet.
  const sessions = await Promise.all(Array.from({ length: 7 }, () => pool.connect()));
  for (const session of sessions) session.release();
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(sessions.map(() => pool.query(createSchemaSql(`models_${round}`))));
  }
  const { rows } = await pool.query("SELECT count(*)::int AS count FROM pg_namespace WHERE nspname LIKE 'models_%'");
  expect(rows[0].count).toBe(5);
});

describe('a pool', () => {
  it('outlives the loss of its idle connections', async () => {
    const errors: Error[] = [];
    const lossy = createPool({ connectionString, applicationName: 'lossy' });
    lossy.on('error', (error) => errors.push(error));
    await lossy.query('SELECT 1');
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lossy' AND datname = current_database()`,
    );
    await expect.poll(() => errors.length).toBe(1);
    expect((await lossy.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await lossy.end();
  });
});
