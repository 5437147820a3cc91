import type { ClientBase, QueryResult, QueryResultRow } from 'pg';

/** In milliseconds. A dead connection is detected by its socket long before. */
const LONGEST_MS = 4 * 3_600_000;

/**
 * A statement that takes as long as the tables are large, where the pool's connections give up on others sooner. The
 * server's own limit is the caller's to lift, by `statement_timeout`.
 */
export function slowQuery<Row extends QueryResultRow>(client: ClientBase, text: string): Promise<QueryResult<Row>> {
  const query = { text, query_timeout: LONGEST_MS };
  return client.query<Row>(query);
}
