import { openTestPool, type TestPool } from '@perktree/platform/postgres/testing/test-pool';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_STREAM } from '../port.ts';
import { newEvent } from '../testing/contract/bench.ts';
import { tamper } from '../testing/tamper.ts';
import { eventStoreTemplate } from '../testing/template.ts';
import { readAppendGuard } from './append-guard.ts';
import { NOT_BY_APPEND } from './migrations/0004-only-appends.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

let pool: TestPool['pool'];
let close: TestPool['close'];
beforeEach(async () => {
  const opened = await openTestPool({ ...eventStoreTemplate, name: 'append_guard' });
  ({ pool, close } = opened);
  const store = createPostgresEventStore({ connectionString: opened.connectionString });
  await store.append('stream-1', NO_STREAM, [newEvent('first')]);
  await store.close();
});
afterEach(() => close());

const EVENT = `(2, 'stream-1', 1, gen_random_uuid(), 'Forged', '{}', '{}')`;
const count = async () => (await pool.query('SELECT count(*)::int AS n FROM event_store.events')).rows[0].n;

describe('the events of the store', () => {
  it.each([
    ['an insert', `INSERT INTO event_store.events VALUES ${EVENT}`],
    ['an insert in a block', `DO $$ BEGIN INSERT INTO event_store.events VALUES ${EVENT}; END $$`],
    ['an insert that would change nothing', `INSERT INTO event_store.events VALUES ${EVENT} ON CONFLICT DO NOTHING`],
    ['an update', `UPDATE event_store.events SET type = 'Other'`],
    ['a deletion', 'DELETE FROM event_store.events'],
    ['a truncation', 'TRUNCATE event_store.events'],
  ])('refuse %s by ordinary SQL', async (_, sql) => {
    await expect(pool.query(sql)).rejects.toMatchObject({ code: NOT_BY_APPEND });
    expect(await count()).toBe(1);
  });

  it('are appended by the function that processes of the first version call', async () => {
    await pool.query(`SELECT * FROM event_store.append_batch(ARRAY['stream-2'], ARRAY[-1], ARRAY[1], ARRAY[1], ARRAY[1],
      ARRAY[1], ARRAY[gen_random_uuid()], ARRAY['Happened'], ARRAY['{}']::json[], ARRAY['{}']::json[])`);
    expect(await count()).toBe(2);
  });

  it('are named as protected by a trigger that the owner of the table can switch off', async () => {
    expect(await readAppendGuard(pool, true)).toBe('owner');
    await tamper(pool, `UPDATE event_store.events SET type = 'Other'`);
    expect(await readAppendGuard(pool, true)).toBe('owner');
    await pool.query('ALTER TABLE event_store.events DISABLE TRIGGER USER');
    expect(await readAppendGuard(pool, true)).toBe('off');
    expect(await readAppendGuard(pool, false)).toBe('engine');
  });
});
