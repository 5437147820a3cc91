import type { ClientBase } from 'pg';
import type { Projection } from '../live/projection.ts';
import { columnNames, qualified } from '../tables/read-model-table.ts';
import { slowQuery } from '../tables/slow-query.ts';

/** A read model's rows in the order of their keys, as one hash. */
export interface RowsHash {
  readonly rows: number;
  readonly hash: string;
}

/** Call it in a transaction: it sets session settings, on which the text of a time depends, for the transaction. */
export async function hashRows(client: ClientBase, projection: Projection, relation: string): Promise<RowsHash> {
  await client.query(`SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL statement_timeout = 0`);
  const row = columnNames(projection.table).join(', ');
  const { rows } = await slowQuery<{ rows: number; hash: string | null }>(
    client,
    `SELECT count(*)::integer AS rows,
       md5(string_agg(md5(ROW(${row})::text), '' ORDER BY ${projection.table.key}::text COLLATE "C")) AS hash
     FROM ${qualified(relation)}`,
  );
  return { rows: rows[0]?.rows ?? 0, hash: rows[0]?.hash ?? '' };
}
