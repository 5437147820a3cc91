import type { z } from 'zod';
import type { Role } from './envelope.ts';
import type { KeyScope } from './scopes.ts';

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
