import { z } from 'zod';
import { rule } from '../issue-codes.ts';
import { PLAIN_LINE } from '../plain-text.ts';

export const siteParams = z.strictObject({ siteId: z.uuid() });
export const qrParams = z.strictObject({ siteId: z.uuid(), qrId: z.uuid() });
export const ownQrParams = z.strictObject({ qrId: z.uuid() });

/** `limit` and `cursor` of a list; the next cursor is in the header `X-Next-Cursor`. */
export const pageQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^([1-9]\d?|1\d\d|200)$/, rule('NOT_WHOLE_IN_RANGE', { min: 1, max: 200 }))
    .transform(Number)
    .optional(),
  cursor: z.string().max(200).optional(),
});
/**
 * A list that the server searches, filters, sorts, counts (`X-Total-Count`) and pages; with `Accept: text/csv` it streams
 * everything that matches. `q`: each of its words is in what the list shows, whatever the case and the accents.
 */
export const listQuery = <const Show extends string, const Sort extends string>(
  show: readonly [Show, ...Show[]],
  /** The first is the order without being asked for. */
  sort: readonly [Sort, ...Sort[]],
) =>
  z.strictObject({
    ...pageQuery.shape,
    q: z
      .string()
      .max(100)
      .regex(...PLAIN_LINE)
      .optional(),
    show: z.enum(show).optional(),
    sort: z.enum(sort).optional(),
  });
export const DEFAULT_PAGE_SIZE = 200;

/** A name that a person gives to something: trimmed, not empty, no control characters. */
export const nameSchema = z
  .string()
  .trim()
  .min(1, rule('NAME_REQUIRED'))
  .max(120)
  .regex(...PLAIN_LINE);

/** http or https only: it is shown as a link, never redirected to (domain.md 3). */
export const externalUrlSchema = z
  .url({ protocol: /^https?$/, error: rule('NOT_A_URL') })
  .max(2000)
  .regex(...PLAIN_LINE);

/** UTC. There is no year 0 in the calendar of the databases. */
export const isoTime = z.iso.datetime().refine((time) => !time.startsWith('0000'), rule('NOT_A_TIME'));

export const HEADERS = {
  position: 'X-Position',
  minPosition: 'X-Min-Position',
  nextCursor: 'X-Next-Cursor',
  totalCount: 'X-Total-Count',
  idempotencyKey: 'Idempotency-Key',
  requestId: 'X-Request-Id',
} as const;

/** What the sentence of a refusal or an issue is filled with: numbers, and texts such as the decimal string "4.50". */
export const valuesAnswer = z.record(z.string(), z.union([z.string(), z.number()]));

/** What every refused call answers. */
export const errorAnswer = z.object({
  message: z.string(),
  code: z.string(),
  /** Fills the `{names}` of the code's sentence. */
  values: valuesAnswer.optional(),
  /** With VALIDATION_FAILED: one for each wrong field, by its dotted path. */
  issues: z
    .array(z.object({ path: z.string(), code: z.string(), message: z.string(), values: valuesAnswer.optional() }))
    .optional(),
  requestId: z.string().optional(),
});
