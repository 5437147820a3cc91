import { describe, expect, it } from 'vitest';
import { createPool } from './pool.ts';
import { useTestPool } from './testing/test-pool.ts';
import { inTransaction, type Queryable } from './transaction.ts';

const add = (db: Queryable, text: string) => db.query('INSERT INTO notes VALUES ($1)', [text]);
const notes = async () => (await pool.query('SELECT text FROM notes ORDER BY text')).rows.map(({ text }) => text);

const { pool, connectionString } = await useTestPool(undefined, 1);
await pool.query('CREATE TABLE notes (text text)');

describe('a transaction', () => {
  it('stores all of its statements', async () => {
    await inTransaction(pool, async (db) => {
      await add(db, 'one');
      await add(db, 'two');
    });
    expect(await notes()).toEqual(['one', 'two']);
  });

  it('stores nothing if the work fails, and releases its connection', async () => {
    const failing = inTransaction(pool, async (db) => {
      await add(db, 'three');
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await notes()).toEqual(['one', 'two']);
  });

  it('survives that the server ends its connection between two statements', async () => {
    const other = createPool({ connectionString, applicationName: 'transaction-spec' });
    const broken = inTransaction(pool, async (client) => {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      await other.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
      await ended;
      await add(client, 'four');
    });
    await expect(broken).rejects.toThrow();
    await other.end();
    expect(await notes()).toEqual(['one', 'two']);
  });
});
