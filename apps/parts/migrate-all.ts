import { migrateAudit } from '@perktree/audit-service/chain/migrations';
import { COMMAND_SERVICE_SCHEMA, commandServiceMigrations } from '@perktree/command-service/migrations';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { migrateIdentity } from '@perktree/identity/migrations';
import { FILES_SCHEMA, fileMigrations } from '@perktree/platform/files/migrations';
import { refuseUnfitServer } from '@perktree/platform/postgres/fit-server';
import { type Migration, runMigrations } from '@perktree/platform/postgres/migrate';
import { WEBHOOKS_SCHEMA, webhookMigrations } from '@perktree/webhook-service/migrations';

/**
 * Migrates the tables of all services except read models, which the projector creates. Refuses unsuitable servers.
 * @param setting that names the server, for the refusal
 */
export async function migrateAll(connectionString: string, setting = 'DATABASE_URL'): Promise<void> {
  await refuseUnfitServer(connectionString, setting);
  const run = (service: string, schema: string, migrations: readonly Migration[]) =>
    runMigrations({ connectionString, service, schema, migrations });
  await run('event_store', EVENT_STORE_SCHEMA, eventStoreMigrations);
  await run('command_service', COMMAND_SERVICE_SCHEMA, commandServiceMigrations);
  await migrateIdentity(connectionString);
  await migrateAudit(connectionString);
  await run('files', FILES_SCHEMA, fileMigrations);
  await run('webhooks', WEBHOOKS_SCHEMA, webhookMigrations);
}
