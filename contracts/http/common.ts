import { z } from 'zod';
import { PLAIN_LINE } from '../plain-text.ts';

export const siteParams = z.strictObject({ siteId: z.uuid() });
export const qrParams = z.strictObject({ siteId: z.uuid(), qrId: z.uuid() });
export const ownQrParams = z.strictObject({ qrId: z.uuid() });

/** `limit` and `cursor` of a list; the next cursor is in the header `X-Next-Cursor`. */
export const pageQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^([1-9]\d?|1\d\d|200)$/, 'a whole number from 1 to 200')
    .transform(Number)
    .optional(),
  cursor: z.string().max(200).optional(),
});
export const DEFAULT_PAGE_SIZE = 200;

/** A name that a person gives to something: trimmed, not empty, no control characters. */
export const nameSchema = z
  .string()
  .trim()
  .min(1, 'Name required')
  .max(120)
  .regex(...PLAIN_LINE);

/** http or https only: it is shown as a link, never redirected to (domain.md 3). */
export const externalUrlSchema = z
  .url({ protocol: /^https?$/, error: 'an http or https URL' })
  .max(2000)
  .regex(...PLAIN_LINE);

/** UTC. There is no year 0 in the calendar of the databases. */
export const isoTime = z.iso.datetime().refine((time) => !time.startsWith('0000'), 'a year from 0001 on');

export const HEADERS = {
  position: 'X-Position',
  minPosition: 'X-Min-Position',
  nextCursor: 'X-Next-Cursor',
  idempotencyKey: 'Idempotency-Key',
  requestId: 'X-Request-Id',
} as const;

/** What every refused call answers. */
export const errorAnswer = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
});
