import pg from 'pg';

/**
 * Makes a schema that may be there. `IF NOT EXISTS` alone fails where another process makes it at the same moment.
 * @param name as it is
 */
export function createSchemaSql(name: string): string {
  return `DO $$ BEGIN CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(name)};
    EXCEPTION WHEN unique_violation OR duplicate_schema THEN NULL; END $$`;
}
