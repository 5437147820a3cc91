import { z } from 'zod';
import { rule } from './issue-codes.ts';
import { SHOWN_LINE, STORABLE_LINE, shownLine } from './plain-text.ts';

export const siteParams = z.strictObject({ siteId: z.uuid() });
export const qrParams = z.strictObject({ siteId: z.uuid(), qrId: z.uuid() });
export const siteDistributorParams = z.strictObject({
  siteId: z.uuid(),
  distributorId: z
    .string()
    .min(1)
    .max(100)
    .regex(...STORABLE_LINE),
});
export const ownQrParams = z.strictObject({ qrId: z.uuid() });

/** Roles that may read one QR; the handler checks whose it is. */
export const OWNER_DISTRIBUTOR_OR_SUPERADMIN = ['site_owner', 'distributor', 'superadmin'] as const;

/** Readers of the records of a business: its owner, its auditors and superadmins. The handler checks whose it is. */
export const AUDITED_BY = ['site_owner', 'superadmin', 'auditor'] as const;

export const personAnswer = z.strictObject({ id: z.string(), name: z.string() });

/** A name that a person gives to something. */
export const nameSchema = shownLine(120, rule('NAME_REQUIRED'));

/**
 * An address of http or https, without a user name and password: `https://bank.example@evil.example` looks like another. Line
 * breaks are refused first, because the check of addresses removes them.
 * @param otherwise the issue of anything else
 */
export const webUrl = (otherwise: 'NOT_A_URL' | 'NOT_HTTPS') =>
  z
    .string()
    .max(2000)
    .regex(...SHOWN_LINE)
    .check(z.url({ protocol: /^https?$/, error: rule(otherwise) }))
    .regex(/^(?![^:]*:[\\/]*[^\\/?#]*@)/, rule('URL_WITH_USER'));
export const webUrlSchema = webUrl('NOT_A_URL');

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

/** Values in the text of a refusal or issue: numbers, and strings such as the decimal "4.50". */
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

/** What every refused call under `/api/v1` answers: problem details (RFC 9457), whose `detail` is the message. */
export const problemAnswer = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  ...errorAnswer.shape,
});
