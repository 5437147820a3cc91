import { migrateAudit } from '@perktree/audit-service/chain/migrations';
import { COMMAND_SERVICE_SCHEMA, commandServiceMigrations } from '@perktree/command-service/migrations';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { migrateIdentity } from '@perktree/identity/migrations';
import { refuseUnfitServer } from '@perktree/platform/postgres/fit-server';
import { runMigrations } from '@perktree/platform/postgres/migrate';

/** Brings the tables of all services up to date, on a server that the product can use. Read models are the projector's own: it makes them from the events. */
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
}
