import { z } from 'zod';
import { AUDITED_BY, callsOf, isoTime, siteParams } from '../kernel/call.ts';
import { waitQuery } from '../kernel/file-calls.ts';
import { LANGUAGES } from '../kernel/languages.ts';
import { timeZoneSchema } from '../site/configuration.ts';

const call = callsOf('Audit');

/** A verifiable statement file. Format: docs/reference/statement-format.md; verifier: scripts/verify-statement.mjs. */
const statementFile = z.looseObject({
  format: z.literal('perktree-statement'),
  version: z.literal(7),
  about: z.strictObject({ kind: z.enum(['distributor', 'site']), id: z.string() }),
  from: isoTime,
  to: isoTime,
  /** Of the times in the PDF. */
  timeZone: z.string(),
  createdAt: isoTime,
  /** The last position that it knows, while the period is not over; null: it is final. */
  until: z.string().nullable(),
  /** The fingerprint of the statement whose closing balances it opens with; null: none was named. */
  predecessor: z.string().nullable(),
  /** By site, distributor and currency: closing = opening + sum - paidOut - writtenOff. */
  totals: z.array(
    z.looseObject({ entries: z.int(), opening: z.string(), sum: z.string(), paidOut: z.string(), closing: z.string() }),
  ),
  /** What no statement can prove. */
  doesNotProve: z.array(z.string()),
});

export const statementAnswer = z.strictObject({
  /** To be kept as a file in its canonical form (RFC 8785): in any other layout its verifier refuses it. */
  statement: statementFile,
  /** The fingerprint of the file. The PDF and the verifier print it, too. */
  fingerprint: z.string().regex(/^[\da-f]{64}$/),
  /** The same on paper: a PDF in base64. */
  pdf: z.base64(),
});
export type StatementAnswer = z.infer<typeof statementAnswer>;

const query = z.strictObject({
  /** Not in the future. Left out: since this calendar month began, in the time zone. */
  from: isoTime.optional(),
  /** The first moment that is no part of it. Left out, or later than now: now, and the statement is not final. */
  to: isoTime.optional(),
  /** Of the times in the PDF. Default: that of the site, UTC for mine. */
  timeZone: timeZoneSchema.optional(),
  /** The fingerprint of the statement that ends where this one begins: it names it. */
  predecessor: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .optional(),
  /** The language of the PDF. Default English. */
  language: z.enum(LANGUAGES).optional(),
  ...waitQuery,
});

export const statementCalls = {
  siteStatement: call('GET', '/api/sites/:siteId/statement', {
    summary: "Get a site's statement of a period, as a verifiable file and as a PDF",
    access: AUDITED_BY,
    params: siteParams,
    query,
    answer: statementAnswer,
  }),
  ownStatement: call('GET', '/api/distributors/me/statement', {
    summary: 'Get my statement of a period, as a verifiable file and as a PDF',
    access: ['distributor'],
    query,
    answer: statementAnswer,
  }),
} as const;
