import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { copyBytes, literal } from './copy-bytes.ts';
import { useTestPool } from './testing/test-pool.ts';

const { pool } = await useTestPool(undefined, 1);
await pool.query('CREATE TABLE files (name text, body bytea)');

const bodyOf = (name: string) => copyBytes(pool, `SELECT body FROM files WHERE name = ${literal(name)}`);

it.each([0, 1, 300, 3_000_000])('reads %i bytes', async (length) => {
  const body = randomBytes(length);
  await pool.query('INSERT INTO files VALUES ($1, $2)', [`of ${length}`, body]);
  expect((await bodyOf(`of ${length}`))?.equals(body)).toBe(true);
});

it('reads null without a row, whatever the name', async () => {
  expect(await bodyOf("it's \\ not '; here")).toBeNull();
});

it('fails with the error of the server, and leaves the connection usable', async () => {
  await expect(copyBytes(pool, 'SELECT body FROM nothing')).rejects.toMatchObject({ code: '42P01' });
  expect(await bodyOf('missing')).toBeNull();
});
