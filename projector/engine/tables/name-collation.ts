import { NAME_COLLATION } from '@perktree/contracts/catalogue/read-models';
import type { ClientBase, Pool } from 'pg';

/** A server that was built without ICU sorts names by code point, and says so in its log. */
const CREATE_SQL = `DO $$ BEGIN
  IF to_regcollation('${NAME_COLLATION}') IS NULL THEN
    BEGIN
      CREATE COLLATION ${NAME_COLLATION} (provider = icu, locale = 'und-u-kn-true');
    EXCEPTION WHEN feature_not_supported THEN
      RAISE WARNING 'perktree: this server has no ICU, so lists of names are sorted by code point';
      CREATE COLLATION ${NAME_COLLATION} FROM "C";
    END;
  END IF;
END $$`;

/**
 * Creates the collation of names. An upgrade of ICU may change an order, so its indexes are built again then.
 * The caller holds the schema lock.
 */
export async function ensureNameCollation(client: ClientBase | Pool): Promise<void> {
  await client.query(CREATE_SQL);
  const { rows } = await client.query<{ index: string | null }>(
    `SELECT i.indexrelid::regclass::text AS index
     FROM pg_collation c LEFT JOIN pg_index i ON c.oid = ANY(i.indcollation)
     WHERE c.oid = to_regcollation($1) AND c.collversion IS DISTINCT FROM pg_collation_actual_version(c.oid)`,
    [NAME_COLLATION],
  );
  if (rows.length === 0) return;
  for (const { index } of rows) if (index !== null) await client.query(`REINDEX INDEX ${index}`);
  await client.query(`ALTER COLLATION ${NAME_COLLATION} REFRESH VERSION`);
}
