import { expect, it } from 'vitest';
import { createSchemaSql } from './create-schema.ts';
import { createPool } from './pool.ts';
import { createTestDatabase } from './testing/test-database.ts';

it('a schema can be made by many processes at once', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const pool = createPool({ connectionString, applicationName: 'schema-spec', max: 8 });
  // Connections first, so that the statements meet.
  await Promise.all(Array.from({ length: 8 }, () => pool.query('SELECT pg_sleep(0.1)')));
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 8 }, () => pool.query(createSchemaSql(`models_${round}`))));
  }
  const { rows } = await pool.query("SELECT count(*)::int AS count FROM pg_namespace WHERE nspname LIKE 'models_%'");
  expect(rows[0].count).toBe(5);
  await pool.end();
  await drop();
});
