import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import type { ClientBase, QueryResult, QueryResultRow } from 'pg';

/** In milliseconds. A dead connection is detected by its socket long before. */
const LONGEST_MS = 4 * HOUR_MS;

/**
 * A statement whose time grows with the tables, and so exceeds the client timeout of the pool's connections. The caller lifts
 * the server's own limit by `statement_timeout`.
 */
export function slowQuery<Row extends QueryResultRow>(client: ClientBase, text: string): Promise<QueryResult<Row>> {
  const query = { text, query_timeout: LONGEST_MS };
  return client.query<Row>(query);
}
