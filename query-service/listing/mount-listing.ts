import { Readable } from 'node:stream';
import { type CsvColumn, csvHead, csvLines } from '@perktree/contracts/csv';
import type { Call } from '@perktree/contracts/http/call';
import { HEADERS } from '@perktree/contracts/http/common';
import { searchedName } from '@perktree/contracts/person-name';
import { hasWords, searchWords } from '@perktree/contracts/search';
import { type CallInput, mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { QueryServiceDeps } from '../deps.ts';
import { cutPage, pageOf } from '../page.ts';
import { type CsvLanguage, languageOf, wantsCsv } from './csv-request.ts';
import {
  countOf,
  cursorSchema,
  keptIdsOf,
  type ListCursor,
  type Listing,
  type ListScope,
  orderOf,
  rowsOf,
  type SearchedWord,
  type Wanted,
} from './listing.ts';

/** Rows that a CSV reads at a time: enough for few statements, and few enough for little memory. */
const CSV_ROWS = 1_000;

interface ListRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
  readonly show?: string | undefined;
  readonly sort?: string | undefined;
}

export interface ListedCall<Row, Item, Params extends z.ZodType, Query extends z.ZodType<ListRequest>> {
  readonly listing: Listing<Row>;
  /** Whose rows the caller sees. @throws Refused where it may see none */
  scopeOf(input: CallInput<Params, Query, z.ZodUndefined>): Promise<ListScope>;
  itemsOf(rows: readonly Row[], now: string): Promise<readonly Item[]>;
  csv(language: CsvLanguage): readonly CsvColumn<Item>[];
  /** The texts of ids of `listing.kept`; left out: names of people. */
  keptTexts?(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Serves a list of `listQuery`: a page of it as JSON with how many rows match, or all that match as CSV. */
export function mountListing<
  Row extends object,
  Item,
  Params extends z.ZodType,
  Query extends z.ZodType<ListRequest>,
  Answer extends z.ZodType<Item[]>,
>(
  app: FastifyInstance,
  deps: QueryServiceDeps,
  call: Call<Params, Query, z.ZodUndefined, Answer>,
  listed: ListedCall<Row, Item, Params, Query>,
): void {
  const { pool, accounts, clock } = deps;
  const { listing } = listed;

  mountCall(app, deps.authenticate, call, async (input) => {
    const query = input.query as ListRequest;
    const scope = await listed.scopeOf(input);
    const now = clock().toISOString();
    const wanted: Wanted = {
      scope,
      words: await wordsOf(scope, query.q ?? ''),
      show: query.show,
      sort: query.sort,
      now,
    };
    const order = orderOf(listing, query.sort);
    const cursorOf = (row: Row): ListCursor => [order.of(row), listing.idOf(row)];

    input.reply.header('Vary', 'Accept, Accept-Language');
    if (wantsCsv(input.request)) {
      const columns = listed.csv(languageOf(input.request));
      return { stream: Readable.from(csvOf(wanted, columns, cursorOf)), contentType: 'text/csv; charset=utf-8' };
    }
    const page = pageOf(query, cursorSchema(order));
    // The first page says how many there are; the others need not count again.
    const [rows, total] = await Promise.all([
      rowsOf(pool, listing, wanted, { limit: page.limit + 1, after: page.after }),
      page.after === null ? countOf(pool, listing, wanted) : null,
    ]);
    if (total !== null) input.reply.header(HEADERS.totalCount, String(total));
    const shown = cutPage(input.reply, page, rows, cursorOf);
    return { answer: (await listed.itemsOf(shown, now)) as z.input<Answer> };
  });

  async function wordsOf(scope: ListScope, q: string): Promise<readonly SearchedWord[]> {
    const words = searchWords(q);
    if (words.length === 0) return [];
    const ids = await keptIdsOf(pool, listing, scope);
    const texts = await (listed.keptTexts?.(ids) ?? accounts.displayNames(ids));
    return words.map((word) => ({
      word,
      keptIds: [...texts].filter(([, text]) => hasWords(searchedName(text), word)).map(([id]) => id),
    }));
  }

  async function* csvOf(wanted: Wanted, columns: readonly CsvColumn<Item>[], cursorOf: (row: Row) => ListCursor) {
    yield csvHead(columns);
    let after: ListCursor | null = null;
    for (;;) {
      const rows: readonly Row[] = await rowsOf(pool, listing, wanted, { limit: CSV_ROWS, after });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield csvLines(columns, await listed.itemsOf(rows, wanted.now));
      if (rows.length < CSV_ROWS) return;
      after = cursorOf(last);
    }
  }
}
