import type { Pool } from 'pg';
import { z } from 'zod';
import type { Cursor } from '../page.ts';
import { select } from '../sql.ts';

/** An order of a list: by an expression of SQL, and by id where that is equal, so that it is total. */
export interface Order<Row> {
  readonly by: string;
  readonly type: 'timestamptz' | 'bigint';
  readonly descending: boolean;
  readonly of: (row: Row) => string;
}

/**
 * A list that Postgres searches, filters, sorts, counts and pages by keyset. In its SQL `$1` is the value of the scope, and
 * `@now` the time of the request.
 */
export interface Listing<Row> {
  readonly columns: string;
  readonly from: string;
  /** Always holds for the rows of this list, beside the scope. */
  readonly where?: string;
  readonly id: string;
  readonly idOf: (row: Row) => string;
  /** The text that a search looks through. */
  readonly text: string;
  /** `text[]`: ids of texts that the account store keeps (names, notes), which a search looks through, too. Null: none. */
  readonly kept: string | null;
  readonly filters: Readonly<Record<string, string>>;
  /** The first is the order of a request that names none. */
  readonly sorts: Readonly<Record<string, Order<Row>>>;
}

/** Whose rows a list shows: a condition with the parameter `$1`. */
export interface ListScope {
  readonly condition: string;
  readonly value: string | null;
}

/** What a request asks of a list. */
export interface Wanted {
  readonly scope: ListScope;
  readonly words: readonly SearchedWord[];
  readonly show: string | undefined;
  readonly sort: string | undefined;
  /** ISO 8601 UTC. */
  readonly now: string;
}

export interface SearchedWord {
  readonly word: string;
  /** Ids of `kept` whose texts contain it. */
  readonly keptIds: readonly string[];
}

export type ListCursor = readonly [string, string];

const VALUES = { timestamptz: z.iso.datetime(), bigint: z.string().regex(/^-?\d{1,18}$/) };

export function orderOf<Row>({ sorts }: Listing<Row>, sort: string | undefined): Order<Row> {
  const order = sorts[sort ?? Object.keys(sorts)[0] ?? ''];
  if (order === undefined) throw new RangeError(`no order ${sort}`);
  return order;
}

/** Where the pages of an order begin. */
export const cursorSchema = <Row>({ type }: Order<Row>): z.ZodType<ListCursor & Cursor> =>
  z.tuple([VALUES[type], z.uuid()]);

export function rowsOf<Row extends object>(
  pool: Pool,
  listing: Listing<Row>,
  wanted: Wanted,
  page: { readonly limit: number; readonly after: ListCursor | null },
): Promise<readonly Row[]> {
  const order = orderOf(listing, wanted.sort);
  const { where, values, parameter, at } = conditions(listing, wanted);
  if (page.after !== null) {
    const [value, id] = page.after;
    const last = `(${parameter(value, order.type)}, ${parameter(id, 'uuid')})`;
    where.push(`(${order.by}, ${listing.id}) ${order.descending ? '<' : '>'} ${last}`);
  }
  const direction = order.descending ? 'DESC' : 'ASC';
  return select<Row>(
    pool,
    `SELECT ${at(listing.columns)} FROM ${listing.from} WHERE ${where.join(' AND ')}
     ORDER BY ${order.by} ${direction}, ${listing.id} ${direction} LIMIT ${parameter(page.limit, 'integer')}`,
    values,
  );
}

/** How many rows match. */
export async function countOf<Row>(pool: Pool, listing: Listing<Row>, wanted: Wanted): Promise<number> {
  const { where, values } = conditions(listing, wanted);
  const [row] = await select<{ rows: number }>(
    pool,
    `SELECT count(*)::integer AS rows FROM ${listing.from} WHERE ${where.join(' AND ')}`,
    values,
  );
  return row?.rows ?? 0;
}

/** Ids of all texts of a list that the account store keeps. */
export async function keptIdsOf<Row>(pool: Pool, listing: Listing<Row>, scope: ListScope): Promise<readonly string[]> {
  if (listing.kept === null) return [];
  const rows = await select<{ id: string | null }>(
    pool,
    `SELECT DISTINCT unnest(${listing.kept}) AS id FROM ${listing.from} WHERE ${scope.condition}`,
    [scope.value],
  );
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** Hundredths (minor units, basis points) as text with two decimals: 350 → "3.50". */
export const hundredthsSql = (column: string): string => `to_char(${column} / 100.0, 'FM9999999999999990.00')`;

/** More minor units than any sum has. Currencies differ in their first letter, which counts so many times. */
const CURRENCY_STEP = 10n ** 15n;

/**
 * Amounts of one currency together, the greatest first: sums of different currencies are never compared.
 * @param currency a column
 * @param minor an expression of SQL, in minor units
 * @param of the same of a row
 */
export function amountOrder<Row extends { readonly currency: string }>(
  currency: string,
  minor: string,
  of: (row: Row) => bigint,
): Order<Row> {
  return {
    by: `(ascii(${currency}) * ${CURRENCY_STEP} + ${minor})`,
    type: 'bigint',
    descending: true,
    of: (row) => `${BigInt(row.currency.charCodeAt(0)) * CURRENCY_STEP + BigInt(of(row))}`,
  };
}

/** Lower case without accents, as contracts/search.ts compares. */
const plain = (text: string) => `lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`;

function conditions<Row>(listing: Listing<Row>, { scope, words, show, now }: Wanted) {
  const values: unknown[] = [scope.value];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const at = (sql: string) => (sql.includes('@now') ? sql.replaceAll('@now', parameter(now, 'timestamptz')) : sql);
  const where = [`(${scope.condition})`];
  if (listing.where !== undefined) where.push(listing.where);
  const filter = show === undefined ? undefined : listing.filters[show];
  if (filter !== undefined) where.push(`(${at(filter)})`);
  for (const { word, keptIds } of words) {
    const inText = `strpos(${plain(listing.text)}, ${parameter(word, 'text')}) > 0`;
    const inKept = listing.kept === null ? '' : ` OR ${listing.kept} && ${parameter(keptIds, 'text[]')}`;
    where.push(`(${inText}${inKept})`);
  }
  return { where, values, parameter, at };
}
