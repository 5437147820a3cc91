import { migrateAudit } from '@perktree/audit-service/chain/migrations';
import { COMMAND_SERVICE_SCHEMA, commandServiceMigrations } from '@perktree/command-service/migrations';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { migrateIdentity } from '@perktree/identity/migrations';
import { FILES_SCHEMA, fileMigrations } from '@perktree/platform/files/migrations';
import { refuseUnfitServer } from '@perktree/platform/postgres/fit-server';
import { runMigrations } from '@perktree/platform/postgres/migrate';
import { WEBHOOKS_SCHEMA, webhookMigrations } from '@perktree/webhook-service/migrations';

/** Migrates the tables of all services, and refuses unsuitable servers. The projector creates the read models. */
export async function migrateAll(connectionString: string): Promise<void> {
  await refuseUnfitServer(connectionString, 'DATABASE_URL');
  await runMigrations({
    connectionString,
    service: 'event_store',
    schema: EVENT_STORE_SCHEMA,
    migrations: eventStoreMigrations,
  });
  await runMigrations({
    connectionString,
    service: 'command_service',
    schema: COMMAND_SERVICE_SCHEMA,
    migrations: commandServiceMigrations,
  });
  await migrateIdentity(connectionString);
  await migrateAudit(connectionString);
  await runMigrations({ connectionString, service: 'files', schema: FILES_SCHEMA, migrations: fileMigrations });
  await runMigrations({
    connectionString,
    service: 'webhooks',
    schema: WEBHOOKS_SCHEMA,
    migrations: webhookMigrations,
  });
}
