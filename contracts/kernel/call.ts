import { z } from 'zod';
import type { Role } from './envelope.ts';
import { rule } from './issue-codes.ts';
import { SHOWN_LINE, STORABLE_LINE, shownLine } from './plain-text.ts';
import type { KeyScope } from './scopes.ts';
import { UUID_TEXT } from './uuid.ts';

/**
 * The callers of a call. `anyone`: signed in or not. `signed_in`: any role. A list: any of these roles. Superadmins may
 * read what site owners may, auditors what concerns money and its terms. `key`: programs with an API key of this scope. The handler checks ownership (this site, this QR) of the loaded data.
 */
export type Access = 'anyone' | 'signed_in' | readonly Role[] | KeyAccess;

export interface KeyAccess {
  readonly key: KeyScope;
}

/** The access of a call that refuses anonymous callers. */
export type SignedInAccess = Exclude<Access, 'anyone' | KeyAccess>;

/** What a mail to the account says was done by a sensitive call. */
export const SECURITY_NOTICES = [
  ...(['api_key_created', 'api_key_rotated', 'device_pairing_opened'] as const),
  ...(['webhook_created', 'webhook_changed', 'webhook_secret_rotated'] as const),
  ...(['second_factor_on', 'second_factor_off', 'password_changed', 'sessions_ended'] as const),
  ...(['payout_account_opened', 'email_change_asked', 'staff_invited', 'auditor_invited'] as const),
] as const;
export type SecurityNotice = (typeof SECURITY_NOTICES)[number];

/**
 * A call that gives lasting access to an account or its money, or to everything at once. A stolen session alone must not
 * be enough for it (docs/reference/accounts.md).
 */
export interface Sensitive {
  /**
   * `session`: the session must be fresh, by a login or by `confirmIdentity`; refused with PROOF_REQUIRED. `body`: the body
   * has the password or a code. `none`: the mail alone tells of it. Programs with an API key prove nothing: their key was
   * created with proof.
   */
  readonly proof: 'session' | 'body' | 'none';
  /** Whether it needs a verified address, where mail is configured: the owner of the address would never know of it. */
  readonly needsVerifiedAddress: boolean;
  /** Null: no mail. */
  readonly notice: SecurityNotice | null;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Callers extends Access = Access,
> {
  readonly method: Method;
  /** With `:name` for each path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: Callers;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** `z.undefined()` with status 204 for an answer without a body. */
  readonly answer: Answer;
  readonly status: number;
  /** The status where the request repeats an earlier one and gets that one's answer, if it differs from `status`. */
  readonly repeatedStatus?: number;
  readonly sensitive?: Sensitive;
}

/** The parts of a call that its declaration may leave out. */
type OptionalPart = 'params' | 'query' | 'body' | 'status';
type Definition<C extends Call> = Omit<C, 'method' | 'path' | 'tag' | OptionalPart> & Partial<Pick<C, OptionalPart>>;

/** Declares the calls of one group of the reference, with their exact schema types. */
export const callsOf = (tag: string) =>
  function callOf<
    Answer extends z.ZodType,
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
    const Callers extends Access = Access,
  >(
    method: Method,
    path: string,
    definition: Definition<Call<Params, Query, Body, Answer, Callers>>,
  ): Call<Params, Query, Body, Answer, Callers> {
    const noInput = { params: undefined, query: undefined, body: undefined };
    return { tag, status: 200, ...noInput, ...definition, method, path } as never;
  };

/** A client's types by call, such as `CallBody<typeof calls.createSite>`. Undefined for parts that the call does not take. */
export type CallParams<C extends Call> = z.input<C['params']>;
export type CallQuery<C extends Call> = z.input<C['query']>;
export type CallBody<C extends Call> = z.input<C['body']>;
export type CallAnswer<C extends Call> = z.output<C['answer']>;

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
