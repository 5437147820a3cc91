import { AUDIT_SCHEMA, auditMigrations } from '@perktree/audit-service/chain/migrations';
import { COMMAND_SERVICE_SCHEMA, commandServiceMigrations } from '@perktree/command-service/migrations';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { IDENTITY_SCHEMA, identityMigrations } from '@perktree/identity/migrations';
import type { Migration } from '@perktree/platform/postgres/migrate';
import { onClient } from '@perktree/platform/postgres/on-client';
import { WEBHOOKS_SCHEMA, webhookMigrations } from '@perktree/webhook-service/migrations';
import { migrationsThatRan } from '../backup/contents.ts';

/** The migrations that this version knows, by schema. */
const KNOWN: Readonly<Record<string, readonly Migration[]>> = {
  [EVENT_STORE_SCHEMA]: eventStoreMigrations,
  [COMMAND_SERVICE_SCHEMA]: commandServiceMigrations,
  [IDENTITY_SCHEMA]: identityMigrations,
  [AUDIT_SCHEMA]: auditMigrations,
  [WEBHOOKS_SCHEMA]: webhookMigrations,
};

/**
 * Checks that a database has the tables of this version. It writes nothing: a product of another version may run there.
 * @param name of the database, for messages
 * @throws Error if it has no events, or schemas of an older or newer version
 */
export async function refuseOtherTables(
  connectionString: string,
  name: string,
  schemas: readonly string[],
): Promise<void> {
  const applicationName = 'perktree-migrate-events';
  const ran = await onClient({ connectionString, applicationName }, migrationsThatRan);
  const ranIn = (schema: string) =>
    ['migrations', 'additive_migrations'].flatMap((kind) => ran[`${schema}.${schema}_${kind}`] ?? []);
  if (ranIn(EVENT_STORE_SCHEMA).length === 0) throw noEvents(name);
  for (const schema of schemas) {
    const names = (KNOWN[schema] ?? []).map((migration) => migration.name);
    const missing = names.find((each) => !ranIn(schema).includes(each));
    if (missing !== undefined) {
      throw new Error(
        `${name} has tables of an older version of PerkTree (${schema} lacks ${missing}): start this version there once, or copy with that version.`,
      );
    }
    const unknown = ranIn(schema).find((each) => !names.includes(each));
    if (unknown !== undefined) {
      throw new Error(
        `${name} has tables of a newer version of PerkTree (${schema} has ${unknown}): copy with that version.`,
      );
    }
  }
}

export const noEvents = (name: string) => new Error(`There are no events in ${name}: is it the right one?`);
