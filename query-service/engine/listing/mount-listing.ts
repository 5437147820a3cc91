import { Readable } from 'node:stream';
import { type Call, HEADERS, type SignedInAccess, XLSX_TYPE } from '@perktree/contracts/kernel/call';
import {
  BYTE_ORDER_MARK,
  type CsvColumn,
  type CsvFormat,
  csvHead,
  csvLines,
  type ListFile,
} from '@perktree/contracts/kernel/csv';
import type { Language } from '@perktree/contracts/kernel/languages';
import { searchedName } from '@perktree/contracts/kernel/person-name';
import { type PaperHead, paperBefore } from '@perktree/contracts/kernel/working-paper';
import { csvFormatOf, languageOf, listFileOf, nameFile, wantsPaper } from '@perktree/platform/http/list-file';
import { type CallInput, mountCall, type StreamResult } from '@perktree/platform/http/mount-call';
import type { Session } from '@perktree/platform/http/session';
import { xlsxOf } from '@perktree/platform/http/xlsx';
import { limitByKey } from '@perktree/platform/limit-by-key';
import { searchedText } from '@perktree/platform/postgres/searched-text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { QueryServiceDeps } from '../deps.ts';
import { cutPage, pageOf } from '../page.ts';
import { type ListPaper, PaperTotals, paperHeadOf } from './list-paper.ts';
import {
  countedRowsOf,
  cursorSchema,
  type ListCursor,
  type Listing,
  type ListScope,
  orderOf,
  rowsOf,
  type SearchedWord,
  textIdsOf,
  type WantedRows,
} from './listing.ts';
import { searchWords } from './search.ts';

/** Rows per statement of a file: more would take more memory, fewer more statements. */
const FILE_ROWS = 1_000;
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
  /** Columns of its files read the answers, and optional fields of the rows for what the answers leave out. */
  csv(language: Language): readonly CsvColumn<Item>[];
  /** Left out: its CSV has no head. */
  readonly paper?: ListPaper<Item & { readonly currency: string }>;
  /** The texts of ids of `listing.textIds`. Default: names of people. */
  textsOf?(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Rows of a page requested without `limit`. Default: DEFAULT_PAGE_SIZE. */
  readonly pageLength?: number;
}

/** Serves a list of `listQuery`: a page as JSON with the number of matching rows, or all matching rows as CSV or .xlsx. */
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
    const wanted: WantedRows = {
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
    const file = listFileOf(request);
    if (file !== null) return fileOf(file, { request, reply, session }, wanted, cursorOf, query);
    const page = pageOf({ limit: listed.pageLength, ...query }, cursorSchema(listing, order));
    const [rows, total] = await countedRowsOf(pool, listing, wanted, { limit: page.limit + 1, after: page.after });
    if (total !== null) reply.header(HEADERS.totalCount, String(total));
    const shown = cutPage(reply, page, rows, cursorOf);
    return { items: await listed.itemsOf(shown, now, session) };
  };

  async function fileOf(
    file: ListFile,
    { request, reply, session }: ListCaller,
    wanted: WantedRows,
    cursorOf: (row: Row) => ListCursor,
    { q, asOf }: ListRequest,
  ): Promise<StreamResult> {
    const [language, format] = [languageOf(request), csvFormatOf(request)];
    const columns = listed.csv(language);
    const rows = batchesOf(wanted, cursorOf, session);
    const isPaper = listed.paper !== undefined && (file === 'xlsx' || wantsPaper(request));
    const head =
      isPaper && listed.paper
        ? await paperHeadOf({ pool, accounts }, listing, listed.paper, { language, session, wanted, q, asOf })
        : null;
    if (head !== null) nameFile(reply, head, language, file);
    if (file === 'xlsx') return { stream: xlsxOf(columns, rows), contentType: XLSX_TYPE };
    return {
      stream: Readable.from(csvOf(rows, { columns, format, language, head })),
      contentType: 'text/csv; charset=utf-8',
    };
  }

  async function wordsOf(scope: ListScope, q: string): Promise<readonly SearchedWord[]> {
    const words = searchWords(q);
    if (words.length === 0) return [];
    const ids = await textIdsOf(pool, listing, scope);
    const texts = await (listed.textsOf?.(ids) ?? accounts.displayNames(ids));
    const searched = [...texts].map(([id, text]) => [id, searchedText(searchedName(text))] as const);
    return words.map((word) => ({
      word,
      textIds: searched.filter(([, text]) => text.includes(word)).map(([id]) => id),
    }));
  }

  /** Answers with what a column reads beside them. */
  async function* batchesOf(wanted: WantedRows, cursorOf: (row: Row) => ListCursor, session: Session) {
    let after: ListCursor | null = null;
    for (;;) {
      const { rows, items } = await inTurn(session.userId, () => readFrom(after));
      const last = rows.at(-1);
      if (last === undefined) return;
      yield items.map((item, n): Item => ({ ...rows[n], ...item }));
      if (rows.length < FILE_ROWS) return;
      after = cursorOf(last);
    }

    async function readFrom(cursor: ListCursor | null) {
      const rows = await rowsOf(pool, listing, wanted, { limit: FILE_ROWS, after: cursor });
      return { rows, items: await listed.itemsOf(rows, wanted.now, session) };
    }
  }

  async function* csvOf(
    batches: AsyncIterable<readonly Item[]>,
    options: {
      readonly columns: readonly CsvColumn<Item>[];
      readonly format: CsvFormat;
      readonly language: Language;
      /** Of a working paper; null: none. */
      readonly head: PaperHead | null;
    },
  ) {
    const { columns, format, language, head } = options;
    const totals = head !== null && listed.paper ? new PaperTotals(listed.paper) : null;
    const titles = csvHead(columns, format);
    yield head === null ? titles : paperBefore(head, language, format) + titles.slice(BYTE_ORDER_MARK.length);
    for await (const items of batches) {
      totals?.add(items as readonly (Item & { readonly currency: string })[]);
      yield csvLines(columns, items, format);
    }
    if (totals) yield totals.text(language, format);
  }
}
