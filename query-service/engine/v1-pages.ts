import type { FastifyReply } from 'fastify';
import type { QueryServiceDeps } from './deps.ts';
import { cursorSchema, type ListCursor, type Listing, type ListScope, orderOf, rowsOf } from './listing/listing.ts';
import { searchWords } from './listing/search.ts';
import { cutPage, pageOf } from './page.ts';

interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
}

/**
 * A page of a list in its default order, without the number of rows. `q` searches only the texts of the rows: API clients do
 * not see names from the account store.
 */
export async function pageFor<Row extends object>(
  { pool, clock }: Pick<QueryServiceDeps, 'pool' | 'clock'>,
  listing: Listing<Row>,
  { scope, query, reply }: { readonly scope: ListScope; readonly query: PageRequest; readonly reply: FastifyReply },
): Promise<readonly Row[]> {
  const words = searchWords(query.q ?? '').map((word) => ({ word, keptIds: [] }));
  const wanted = { scope, words, ids: undefined, show: undefined, sort: undefined, now: clock().toISOString() };
  const order = orderOf(listing, undefined);
  const page = pageOf(query, cursorSchema(listing, order));
  const rows = await rowsOf(pool, listing, wanted, { limit: page.limit + 1, after: page.after });
  return cutPage(reply, page, rows, (row): ListCursor => [order.of(row), listing.idOf(row)]);
}
