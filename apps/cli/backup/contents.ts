import { AUDIT_SCHEMA } from '@perktree/audit-service/chain/migrations';
import { COMMAND_SERVICE_SCHEMA } from '@perktree/command-service/migrations';
import { EVENT_STORE_SCHEMA } from '@perktree/event-store/postgres/migrations';
import { IDENTITY_SCHEMA } from '@perktree/identity/migrations';
import { NOT_RESTORED } from '@perktree/identity/restored-accounts';
import { tablesInOrder } from '@perktree/platform/postgres/copy-schema';
import { WEBHOOKS_SCHEMA } from '@perktree/webhook-service/migrations';
import type { ClientBase } from 'pg';

/** Schemas that are backed up in addition to the events. Read models can be rebuilt from events, and jobs recur. */
export const KEPT_SCHEMAS = [IDENTITY_SCHEMA, COMMAND_SERVICE_SCHEMA, AUDIT_SCHEMA, WEBHOOKS_SCHEMA];

/**
 * Tables that are not backed up: data that a restore must not bring back (identity/restored-accounts.ts), stored answers,
 * which expire after two days, snapshots, which are a cache, when backups were made, and the log of webhook
 * deliveries.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...NOT_RESTORED,
  `${COMMAND_SERVICE_SCHEMA}.idempotency_keys`,
  `${COMMAND_SERVICE_SCHEMA}.snapshots`,
  `${COMMAND_SERVICE_SCHEMA}.backups`,
  `${WEBHOOKS_SCHEMA}.deliveries`,
]);
const isBookkeeping = (table: string) => /_migrations(_lock)?$/.test(table);

/** Backups of earlier versions contain these tables: a restore skips their rows. */
export const isLeftOut = (table: string) => LEFT_OUT.has(table);

/** Tables with their schemas, referenced tables first. */
export async function keptTables(client: ClientBase): Promise<readonly string[]> {
  const tables = await tablesInOrder(client, KEPT_SCHEMAS);
  return tables.filter((table) => !isBookkeeping(table) && !isLeftOut(table));
}

/** Columns of a table in order, without generated ones. */
export async function columnsOf(client: ClientBase, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ attname: string }>(
    `SELECT attname FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows.map(({ attname }) => attname);
}

/** Names of the migrations of backed-up schemas, by the table that records them. */
export async function migrationsThatRan(client: ClientBase): Promise<Record<string, string[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname = ANY ($1) AND tablename LIKE '%\\_migrations' ORDER BY 1`,
    [[EVENT_STORE_SCHEMA, ...KEPT_SCHEMAS]],
  );
  const ran: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${name} ORDER BY id`);
    ran[name] = rows.map((row) => row.name);
  }
  return ran;
}

/** Formats times and numbers independently of the server's settings. */
export const SAME_TEXT_EVERYWHERE = `SET LOCAL TimeZone = 'UTC'; SET LOCAL extra_float_digits = 3; SET LOCAL DateStyle = 'ISO'`;
