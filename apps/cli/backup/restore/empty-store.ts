import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { holdAppends } from '@perktree/event-store/postgres/append-in-order';
import type { ClientBase } from 'pg';
import { BackupRefused } from '../backup-refused.ts';
import { keptTables } from '../contents.ts';

/** Locks the store against writes until the transaction ends. @throws BackupRefused if it is not empty */
export async function refuseUnlessEmpty(client: ClientBase): Promise<void> {
  await holdAppends(client);
  if (await isThere(client, 'SELECT 1 FROM event_store.events')) throw notEmpty('events are in it');
  for (const table of await keptTables(client)) {
    await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    if (await isThere(client, `SELECT 1 FROM ${table}`)) throw notEmpty(`${table} has rows`);
  }
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    PROJECTIONS_TABLE,
  ]);
  if (rows[0]?.there && (await isThere(client, `SELECT 1 FROM ${PROJECTIONS_TABLE} WHERE position > 0`))) {
    throw notEmpty('it has read models of other events');
  }
}

const notEmpty = (why: string) =>
  new BackupRefused(`The store is not empty: ${why}. Restore into an empty store; nothing was changed.`);

async function isThere(client: ClientBase, query: string): Promise<boolean> {
  return ((await client.query(`${query} LIMIT 1`)).rowCount ?? 0) > 0;
}
