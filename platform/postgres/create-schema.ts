import pg from 'pg';

/**
 * Creates a schema unless it exists. `IF NOT EXISTS` alone fails if another process creates it at the same moment.
 * @param name without quotes
 */
export function createSchemaSql(name: string): string {
  return `DO $$ BEGIN CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(name)};
    EXCEPTION WHEN unique_violation OR duplicate_schema THEN NULL; END $$`;
}
