import { COMMAND_SERVICE_SCHEMA, commandServiceMigrations } from '@perktree/command-service/migrations';
import { EVENT_STORE_SCHEMA, eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { runMigrations } from '@perktree/platform/postgres/migrate';

export async function migrateEvents(connectionString: string): Promise<void> {
  const [service, schema] = ['event_store', EVENT_STORE_SCHEMA];
  await runMigrations({ connectionString, service, schema, migrations: eventStoreMigrations });
}

export async function migrateSnapshots(connectionString: string): Promise<void> {
  const [service, schema] = ['command_service', COMMAND_SERVICE_SCHEMA];
  await runMigrations({ connectionString, service, schema, migrations: commandServiceMigrations });
}
