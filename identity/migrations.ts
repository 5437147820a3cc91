import { type Migration, runMigrations } from '@perktree/platform/postgres/migrate';
import { from001To014 } from './migrations/001-to-014.ts';
import { from015To027 } from './migrations/015-to-027.ts';
import { from028To039 } from './migrations/028-to-039.ts';

/** Holds everything of identity, and so everything personal in the product. */
export const IDENTITY_SCHEMA = 'identity';

export const identityMigrations: readonly Migration[] = [...from001To014, ...from015To027, ...from028To039];

/** Brings the tables up to date; safe to run from several processes at once. Returns the names of what ran now. */
export function migrateIdentity(connectionString: string): Promise<readonly string[]> {
  return runMigrations({
    connectionString,
    service: 'identity',
    schema: IDENTITY_SCHEMA,
    migrations: identityMigrations,
  });
}
