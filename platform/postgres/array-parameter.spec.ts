import { describe, expect, it } from 'vitest';
import { jsonArray, plainArray, textArray } from './array-parameter.ts';
import { useTestPool } from './testing/test-pool.ts';

const { pool } = await useTestPool();

const back = async (type: string, parameter: unknown) => {
  const { rows } = await pool.query<{ back: unknown[] }>(`SELECT $1::${type}[] AS back`, [parameter]);
  return rows[0]?.back;
};

const AWKWARD = ['', 'NULL', '{a,b}', '"quoted" \\ and \'single\'', 'line\nbreak\ttab', 'é ß 漢 🎟', ' '.repeat(3)];

describe('an array parameter', () => {
  it('holds any text as it is', async () => {
    expect(await back('text', textArray(AWKWARD))).toEqual(AWKWARD);
    expect(await back('text', textArray(['x'.repeat(100_000), 'y']))).toEqual(['x'.repeat(100_000), 'y']);
    expect(await back('text', textArray([]))).toEqual([]);
  });

  it('holds JSON as the text that it came as', async () => {
    const texts = AWKWARD.map((text) => JSON.stringify({ text, n: 1.5 }));
    const { rows } = await pool.query<{ text: string }>('SELECT unnest($1::json[])::text AS text', [jsonArray(texts)]);
    expect(rows.map(({ text }) => text)).toEqual(texts);
    await expect(back('json', jsonArray(['{"half":']))).rejects.toMatchObject({ code: '22P02' });
  });

  it('holds numbers and UUIDs', async () => {
    const id = '0198c0de-0000-8000-8000-000000000001';
    expect(await back('int', plainArray([-1, 0, 7]))).toEqual([-1, 0, 7]);
    expect(await back('uuid', plainArray([id, id]))).toEqual([id, id]);
    expect(await back('int', plainArray([]))).toEqual([]);
  });

  it('of text that Postgres does not take is refused, not cut', async () => {
    await expect(back('text', textArray(['a\0b']))).rejects.toMatchObject({ code: '22021' });
  });
});
