import { expect, it } from 'vitest';
import { anyLength } from './any-length.ts';
import { useTestPool } from './testing/test-pool.ts';

const { pool } = await useTestPool(undefined, 1);
await pool.query(`CREATE TABLE things (stream text, revision int, PRIMARY KEY (stream, revision));
  INSERT INTO things SELECT 'stream ' || n / 10, n % 10 FROM generate_series(1, 20000) n; ANALYZE things`);

/** How often Postgres has made a plan for a statement that was executed twenty times with one key. */
async function plansOf(name: string, keys: string): Promise<number> {
  const text = `SELECT t.* FROM unnest(${keys}) AS w(stream) CROSS JOIN LATERAL
    (SELECT * FROM things t WHERE t.stream = w.stream ORDER BY t.revision) AS t ORDER BY t.revision`;
  for (let n = 0; n < 20; n += 1) await pool.query({ name, text, values: [['stream 7']] });
  const { rows } = await pool.query<{ plans: number }>(
    'SELECT custom_plans::int AS plans FROM pg_prepared_statements WHERE name = $1',
    [name],
  );
  return rows[0]?.plans ?? Number.NaN;
}

it('is planned for as often as Postgres tries, and not each time', async () => {
  expect(await plansOf('of this length', '$1::text[]')).toBe(20);
  expect(await plansOf('of any length', anyLength('$1::text[]'))).toBe(5);
});
