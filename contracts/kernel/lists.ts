import { z } from 'zod';
import { rule } from './issue-codes.ts';
import { STORABLE_LINE } from './plain-text.ts';
import { UUID_TEXT } from './uuid.ts';

/** A whole number of a query, from 1 to `max`. @param pattern matches these numbers; the reference shows it */
export const wholeNumber = (max: number, pattern: RegExp) =>
  z
    .string()
    .regex(pattern, rule('NOT_WHOLE_IN_RANGE', { min: 1, max }))
    .transform(Number);

/** `limit` and `cursor` of a list; the next cursor is in the header `X-Next-Cursor`. */
export const pageQuery = z.strictObject({
  limit: wholeNumber(200, /^([1-9]\d?|1\d\d|200)$/).optional(),
  /** Holds a name of 120 characters where the order is by name. */
  cursor: z.string().max(1000).optional(),
});

/**
 * A list that the server searches, sorts, counts (`X-Total-Count`) and pages; with `Accept: text/csv` or `XLSX_TYPE` it
 * streams everything that matches. `q`: each of its words occurs in a row's text, ignoring case and accents.
 */
export const searchQuery = <const Sort extends string>(
  /** The first is the default order. */
  sort: readonly [Sort, ...Sort[]],
) =>
  z.strictObject({
    ...pageQuery.shape,
    q: z
      .string()
      .max(100)
      .regex(...STORABLE_LINE)
      .optional(),
    sort: z.enum(sort).optional(),
  });

/**
 * A list of `searchQuery` that the server also filters. `ids`: at most 50 ids, separated by commas; only rows with one of them
 * match.
 */
export const listQuery = <const Show extends string, const Sort extends string>(
  show: readonly [Show, ...Show[]],
  sort: readonly [Sort, ...Sort[]],
) =>
  z.strictObject({
    ...searchQuery(sort).shape,
    ids: z
      .string()
      .regex(new RegExp(`^${UUID_TEXT}(,${UUID_TEXT}){0,49}$`), rule('NOT_IDS', { max: 50 }))
      .transform((ids) => ids.split(','))
      .optional(),
    show: z.enum(show).optional(),
  });
export const DEFAULT_PAGE_SIZE = 200;

/** Media type of a spreadsheet, which a list is also answered as. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
