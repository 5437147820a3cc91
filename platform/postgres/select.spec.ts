import { expect, it } from 'vitest';
import { select } from './select.ts';
import { useTestPool } from './testing/test-pool.ts';

const { pool } = await useTestPool(undefined, 1);

it('reads on through a prepared statement when its view gets other columns', async () => {
  const read = () => select(pool, 'SELECT * FROM seen WHERE a = $1', [1], 'seen');
  await pool.query('CREATE VIEW seen AS SELECT 1 AS a');
  expect(await read()).toEqual([{ a: 1 }]);
  await pool.query('CREATE OR REPLACE VIEW seen AS SELECT 1 AS a, true AS b');
  expect(await read()).toEqual([{ a: 1, b: true }]);
  expect(await read()).toEqual([{ a: 1, b: true }]);
  await pool.query('DROP VIEW seen');
  await expect(read()).rejects.toMatchObject({ code: '42P01' });
});

it('has times in UTC with milliseconds, of sessions in another zone', async () => {
  await pool.query(`SET TIME ZONE 'Asia/Kathmandu'`);
  for (const fraction of ['', '.1', '.12', '.120', '.123456', '.999999', '.000001']) {
    const [row] = await select<{ at: string }>(pool, 'SELECT $1::timestamptz AS at', [
      `2026-02-28T23:59:59${fraction}Z`,
    ]);
    expect(row?.at).toBe(`2026-02-28T23:59:59.${fraction.slice(1, 4).padEnd(3, '0')}Z`);
  }
});
