import { NAME_COLLATION } from '@perktree/contracts/catalogue/read-models';
import { isoTime } from '@perktree/contracts/kernel/call';
import { STORABLE_LINE } from '@perktree/contracts/kernel/plain-text';
import { searchedTextSql } from '@perktree/platform/postgres/searched-text';
import { select } from '@perktree/platform/postgres/select';
import { named, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Cursor } from '../page.ts';
import { alternativesOf } from './search.ts';

/** A total order of a list: by a SQL expression, then by id. */
export interface SortOrder<Row> {
  readonly by: string;
  readonly type: 'timestamptz' | 'bigint' | 'numeric' | 'text';
  readonly descending: boolean;
  readonly of: (row: Row) => string;
}

/**
 * A list that Postgres searches, filters, sorts, counts and pages by keyset. In its SQL `:scope` is the value of the scope,
 * and `:now` the time of the request.
 */
export interface Listing<Row> {
  readonly columns: string;
  readonly from: string;
  /** A condition on all rows of this list, in addition to the scope. */
  readonly where?: string;
  readonly id: string;
  /** Default: `uuid`. */
  readonly idType?: 'uuid' | 'text';
  readonly idOf: (row: Row) => string;
  /** The searched text. Left out: only those of `textIds`. */
  readonly text?: string;
  /**
   * Ids of searched texts in the account store (names, notes): one SQL expression for each, which Postgres looks up in a hash
   * table, or one expression of `text[]`.
   */
  readonly textIds?: readonly string[] | string;
  /** SQL of all ids of `textIds` in the scope, one per row, as `id`. Default: they are read from every row of the list. */
  readonly allTextIds?: string;
  readonly filters?: Readonly<Record<string, string>>;
  /** The first is the default. */
  readonly sorts: Readonly<Record<string, SortOrder<Row>>>;
  /** The rows are computed sums, so one statement reads and counts them. */
  readonly isComputed?: boolean;
}

/** The rows that a list may show: a condition with the parameter `:scope`. */
export interface ListScope {
  readonly condition: string;
  /** An array is a `text[]`. */
  readonly value: string | null | readonly (string | null)[];
}

export interface WantedRows {
  readonly scope: ListScope;
  readonly words: readonly SearchedWord[];
  /** Only rows with one of these ids. */
  readonly ids: readonly string[] | undefined;
  readonly show: string | undefined;
  readonly sort: string | undefined;
  /** ISO 8601 UTC. */
  readonly now: string;
}

export interface SearchedWord {
  readonly word: string;
  /** Ids of `Listing.textIds` whose texts contain it. */
  readonly textIds: readonly string[];
}

export type ListCursor = readonly [string, string];

const text = z
  .string()
  .max(300)
  .regex(...STORABLE_LINE);
const VALUES = {
  timestamptz: isoTime,
  bigint: z.string().regex(/^-?\d{1,18}$/),
  numeric: z.string().regex(/^-?\d{1,30}$/),
  text,
};
const IDS = { uuid: z.uuid(), text };

/** @throws RangeError if the list has no such order */
export function orderOf<Row>({ sorts }: Listing<Row>, sort: string | undefined): SortOrder<Row> {
  const order = sorts[sort ?? Object.keys(sorts)[0] ?? ''];
  if (order === undefined) throw new RangeError(`no order ${sort}`);
  return order;
}

export const cursorSchema = <Row>(
  { idType = 'uuid' }: Listing<Row>,
  { type }: SortOrder<Row>,
): z.ZodType<ListCursor & Cursor> => z.tuple([VALUES[type], IDS[idType]]);

interface RowsPage {
  readonly limit: number;
  readonly after: ListCursor | null;
}

export function rowsOf<Row extends object>(
  pool: Pool,
  listing: Listing<Row>,
  wanted: WantedRows,
  page: RowsPage,
): Promise<readonly Row[]> {
  return select<Row>(pool, pageQuery(listing, wanted, page));
}

function pageQuery<Row>(listing: Listing<Row>, wanted: WantedRows, { limit, after }: RowsPage) {
  const { by, type, descending } = orderOf(listing, wanted.sort);
  const { id, idType = 'uuid', columns } = listing;
  const { query, withValues } = matching(listing, wanted);
  query.select(withValues(columns));
  if (after !== null) {
    query.whereRaw(`(${by}, ${id}) ${descending ? '<' : '>'} (?::${type}, ?::${idType})`, after);
  }
  const direction = descending ? 'DESC' : 'ASC';
  return query.orderByRaw(`${by} ${direction}, ${id} ${direction}`).limit(limit);
}

/** A page of rows, and the number of all matching rows; null for later pages, because only the first one is counted. */
export async function countedRowsOf<Row extends object>(
  pool: Pool,
  listing: Listing<Row>,
  wanted: WantedRows,
  page: RowsPage,
): Promise<readonly [rows: readonly Row[], total: number | null]> {
  if (page.after !== null) return [await rowsOf(pool, listing, wanted, page), null];
  // A separate count would compute the sums, or search the text of every row, a second time.
  if (!listing.isComputed && wanted.words.length === 0) {
    return Promise.all([rowsOf(pool, listing, wanted, page), countOf(pool, listing, wanted)]);
  }
  const query = pageQuery(listing, wanted, page).select(sql.raw('(count(*) OVER ())::integer AS all_rows'));
  const counted = await select<Row & { readonly all_rows: number }>(pool, query);
  // Without the count: what a row has beside its columns would become a field of the answer.
  const rows = counted.map(({ all_rows: _, ...row }) => row as unknown as Row);
  return [rows, counted[0]?.all_rows ?? 0];
}

async function countOf<Row>(pool: Pool, listing: Listing<Row>, wanted: WantedRows): Promise<number> {
  const query = matching(listing, wanted).query.select(sql.raw('count(*)::integer AS rows'));
  const [row] = await select<{ rows: number }>(pool, query);
  return row?.rows ?? 0;
}

/** Ids of all searched texts of a list that are in the account store. */
export async function textIdsOf<Row>(pool: Pool, listing: Listing<Row>, scope: ListScope): Promise<readonly string[]> {
  const { textIds } = listing;
  if (textIds === undefined) return [];
  const array = typeof textIds === 'string' ? textIds : `ARRAY[${textIds.join(', ')}]`;
  const ids =
    listing.allTextIds ?? `SELECT DISTINCT unnest(${array}) AS id FROM ${listing.from} WHERE ${scope.condition}`;
  const rows = await select<{ id: string | null }>(pool, ids, { scope: scope.value });
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** By a time column: the newest first, or the oldest. */
export const byTime = <Row>(
  by: string,
  of: (row: Row) => string,
): Readonly<Record<'newest' | 'oldest', SortOrder<Row>>> => ({
  newest: { by, type: 'timestamptz', descending: true, of },
  oldest: { by, type: 'timestamptz', descending: false, of },
});

/** By a column of names, as people sort them. */
export const byName = <Row extends { readonly name: string }>(by: string): SortOrder<Row> => ({
  by: `${by} COLLATE ${NAME_COLLATION}`,
  type: 'text',
  descending: false,
  of: ({ name }) => name,
});

/** Hundredths (minor units, basis points) as text with two decimals: 350 → "3.50". */
export const hundredthsSql = (column: string): string => `to_char((${column}) / 100.0, 'FM9999999999999990.00')`;

/** Greater than any sum in minor units. Multiplied by the code of the currency's first letter, it groups amounts by currency. */
export const CURRENCY_STEP = 10n ** 15n;

/**
 * Amounts of one currency together, the greatest first: sums of different currencies are never compared.
 * @param currency a column
 * @param minor an expression of SQL, in minor units
 * @param of the amount of a row, in minor units
 */
export function amountOrder<Row extends { readonly currency: string }>(
  currency: string,
  minor: string,
  of: (row: Row) => bigint,
): SortOrder<Row> {
  return {
    by: `(ascii(${currency}) * ${CURRENCY_STEP} + ${minor})`,
    type: 'bigint',
    descending: true,
    of: (row) => `${BigInt(row.currency.charCodeAt(0)) * CURRENCY_STEP + BigInt(of(row))}`,
  };
}

/** Selects from the rows that match. `withValues` gives a text of the listing its values. */
function matching<Row>(listing: Listing<Row>, { scope, words, ids, show, now }: WantedRows) {
  const { from, where, id, idType = 'uuid', filters = {}, text = "''" } = listing;
  const withValues = (part: string) => named(part, { scope: scope.value, now });
  const query = sql.from(withValues(words.length === 0 ? from : `${from} ${searchedSql(text)}`));
  query.where(withValues(`(${scope.condition})`));
  if (where !== undefined) query.where(withValues(where));
  if (ids !== undefined) query.where(named(`${id} = ANY(:ids::${idType}[])`, { ids }));
  const filter = show === undefined ? undefined : filters[show];
  if (filter !== undefined) query.where(withValues(`(${filter})`));
  const hasText =
    typeof listing.textIds === 'string'
      ? [`${listing.textIds} && :textIds::text[]`]
      : (listing.textIds ?? []).map((textId) => `${textId} = ANY(:textIds::text[])`);
  for (const { word, textIds } of words) {
    query.where((either) => {
      for (const found of alternativesOf(word)) either.orWhereRaw('strpos(searched.plain, ?) > 0', [found]);
      for (const condition of hasText) either.orWhere(named(condition, { textIds, scope: scope.value }));
    });
  }
  return { query, withValues };
}

/** `OFFSET 0` makes Postgres compute the text once per row, not once per use. */
const searchedSql = (text: string): string => `CROSS JOIN LATERAL (
  SELECT ${searchedTextSql('text')} AS plain FROM (SELECT ${text} AS text OFFSET 0) of_row OFFSET 0) searched`;
