import type { ClientBase, Pool } from 'pg';

const EVENTS = 'event_store.events';

/** Changes stored events as the owner of the table can, who switches off the trigger that refuses it. */
export async function tamper(pool: Pool, sql: string, values?: readonly unknown[]): Promise<void> {
  await withoutGuard(pool, (client) => client.query(sql, values && [...values]));
}

/** Runs writes to the events without the trigger, in one transaction. */
export async function withoutGuard<Result>(pool: Pool, work: (client: ClientBase) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ALTER TABLE ${EVENTS} DISABLE TRIGGER USER`);
    const result = await work(client);
    await client.query(`ALTER TABLE ${EVENTS} ENABLE TRIGGER USER; COMMIT`);
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
