import { Readable } from 'node:stream';
import { type CsvColumn, type CsvFormat, csvHead, csvLines } from '@perktree/contracts/csv';
import type { CsvLanguage } from '@perktree/contracts/csv-columns';
import type { Call, SignedInAccess } from '@perktree/contracts/http/call';
import { HEADERS } from '@perktree/contracts/http/common';
import { searchedName } from '@perktree/contracts/person-name';
import { csvFormatOf, languageOf, wantsCsv, wantsPaper } from '@perktree/platform/http/csv-request';
import { type CallInput, mountCall, type StreamResult } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { limitByKey } from '@perktree/platform/limit-by-key';
import { searchedText } from '@perktree/platform/postgres/searched-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { QueryServiceDeps } from '../deps.ts';
import { cutPage, pageOf } from '../page.ts';
import { type ListPaper, PaperTotals, paperBefore } from './list-paper.ts';
import {
  countedRowsOf,
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
import { searchWords } from './search.ts';

/** Rows per statement of a CSV: more would take more memory, fewer more statements. */
const CSV_ROWS = 1_000;
/**
 * Exports read after their answer has begun, where the limit on a caller's requests no longer holds. The exports of one
 * user read one after another, of all lists of the process, so that they leave the pool's connections to other callers.
 */
const inTurn = limitByKey(1);

interface ListRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly show?: string | undefined;
  readonly sort?: string | undefined;
  readonly asOf?: string | undefined;
}

interface ListedRows<Row, Item> {
  readonly listing: Listing<Row>;
  /** The answer of each row, in the same order. */
  itemsOf(rows: readonly Row[], now: string, session: Session): Promise<readonly Item[]>;
  /** Columns read the answers, and optional fields of the rows for what the answers leave out. */
  csv(language: CsvLanguage): readonly CsvColumn<Item>[];
  /** Left out: its CSV has no head. */
  readonly paper?: ListPaper<Item & { readonly currency: string }>;
  /** The texts of ids of `listing.kept`. Default: names of people. */
  keptTexts?(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Rows of a page requested without `limit`. Default: DEFAULT_PAGE_SIZE. */
  readonly pageLength?: number;
}

/** Serves a list of `listQuery`: a page as JSON with the number of matching rows, or all matching rows as CSV. */
export function mountListing<
  Row extends object,
  Item,
  Params extends z.ZodType,
  Query extends z.ZodType<ListRequest>,
  Answer extends z.ZodType<Item[]>,
>(
  app: FastifyInstance,
  deps: QueryServiceDeps,
  call: Call<Params, Query, z.ZodUndefined, Answer, SignedInAccess>,
  listed: ListedRows<Row, Item> & {
    /** The rows that the caller may read. @throws Refused if the caller may not read the list */
    scopeOf(input: CallInput<Params, Query, z.ZodUndefined, SignedInAccess>): Promise<ListScope>;
  },
): void {
  const answer = listAnswers(deps, listed);
  mountCall(app, deps.authenticate, call, async (input) => {
    const found = await answer(input, input.query, await listed.scopeOf(input));
    return 'stream' in found ? found : { answer: found.items as z.input<Answer> };
  });
}

export interface ListCaller {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: Session;
}

/** Answers with a list as `mountListing` does, for calls that answer more than the list. */
export function listAnswers<Row extends object, Item>(
  { pool, accounts, clock }: Pick<QueryServiceDeps, 'pool' | 'accounts' | 'clock'>,
  listed: ListedRows<Row, Item>,
): (
  caller: ListCaller,
  query: ListRequest,
  scope: ListScope,
) => Promise<StreamResult | { readonly items: readonly Item[] }> {
  const { listing } = listed;

  return async ({ request, reply, session }, query, scope) => {
    const now = clock().toISOString();
    const wanted: Wanted = {
      scope,
      words: await wordsOf(scope, query.q ?? ''),
      ids: query.ids,
      show: query.show,
      sort: query.sort,
      now,
    };
    const order = orderOf(listing, query.sort);
    const cursorOf = (row: Row): ListCursor => [order.of(row), listing.idOf(row)];

    reply.header('Vary', 'Accept, Accept-Language');
    if (wantsCsv(request)) {
      const [language, format] = [languageOf(request), csvFormatOf(request)];
      const columns = listed.csv(language);
      const isPaper = listed.paper !== undefined && wantsPaper(request);
      const { q, asOf } = query;
      const before =
        isPaper && listed.paper
          ? await paperBefore({ pool, accounts }, listing, listed.paper, {
              ...{ language, format, session, reply, wanted, q, asOf },
            })
          : null;
      return {
        stream: Readable.from(csvOf(wanted, { columns, format, language, before }, cursorOf, session)),
        contentType: 'text/csv; charset=utf-8',
      };
    }
    const page = pageOf({ limit: listed.pageLength, ...query }, cursorSchema(listing, order));
    const [rows, total] = await countedRowsOf(pool, listing, wanted, { limit: page.limit + 1, after: page.after });
    if (total !== null) reply.header(HEADERS.totalCount, String(total));
    const shown = cutPage(reply, page, rows, cursorOf);
    return { items: await listed.itemsOf(shown, now, session) };
  };

  async function wordsOf(scope: ListScope, q: string): Promise<readonly SearchedWord[]> {
    const words = searchWords(q);
    if (words.length === 0) return [];
    const ids = await keptIdsOf(pool, listing, scope);
    const texts = await (listed.keptTexts?.(ids) ?? accounts.displayNames(ids));
    const searched = [...texts].map(([id, text]) => [id, searchedText(searchedName(text))] as const);
    return words.map((word) => ({
      word,
      keptIds: searched.filter(([, text]) => text.includes(word)).map(([id]) => id),
    }));
  }

  async function* csvOf(
    wanted: Wanted,
    {
      columns,
      format,
      language,
      before,
    }: {
      readonly columns: readonly CsvColumn<Item>[];
      readonly format: CsvFormat;
      readonly language: CsvLanguage;
      /** The head of a working paper; null: none. */
      readonly before: string | null;
    },
    cursorOf: (row: Row) => ListCursor,
    session: Session,
  ) {
    const totals = before !== null && listed.paper ? new PaperTotals(listed.paper) : null;
    yield before === null ? csvHead(columns, format) : before + csvHead(columns, format).slice(1);
    let after: ListCursor | null = null;
    for (;;) {
      const { rows, items } = await inTurn(session.userId, () => readFrom(after));
      const last = rows.at(-1);
      if (last === undefined) break;
      totals?.add(items as readonly (Item & { readonly currency: string })[]);
      yield csvLines(
        columns,
        items.map((item, n): Item => ({ ...rows[n], ...item })),
        format,
      );
      if (rows.length < CSV_ROWS) break;
      after = cursorOf(last);
    }
    if (totals) yield totals.text(language, format);

    async function readFrom(cursor: ListCursor | null) {
      const rows = await rowsOf(pool, listing, wanted, { limit: CSV_ROWS, after: cursor });
      return { rows, items: await listed.itemsOf(rows, wanted.now, session) };
    }
  }
}
