import type { z } from 'zod';
import type { KeyScope } from '../api-keys.ts';
import type { Role } from '../envelope.ts';

/**
 * The callers of a call. `anyone`: signed in or not. `signed_in`: any role. A list: any of these roles. Superadmins may
 * read what site owners may. `key`: programs with an API key of this scope. The handler checks ownership (this site, this QR) of the loaded data.
 */
export type Access = 'anyone' | 'signed_in' | readonly Role[] | KeyAccess;

export interface KeyAccess {
  readonly key: KeyScope;
}

/** The access of a call that refuses anonymous callers. */
export type SignedInAccess = Exclude<Access, 'anyone' | KeyAccess>;

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
}

/** The parts of a call that its declaration may leave out. */
type OptionalPart = 'params' | 'query' | 'body' | 'status';
type Definition<C extends Call> = Omit<C, 'tag' | OptionalPart> & Partial<Pick<C, OptionalPart>>;

/** Declares the calls of one group of the reference, with their exact schema types. */
export const callsOf = (tag: string) =>
  function callOf<
    Answer extends z.ZodType,
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
    const Callers extends Access = Access,
  >(definition: Definition<Call<Params, Query, Body, Answer, Callers>>): Call<Params, Query, Body, Answer, Callers> {
    return { tag, status: 200, params: undefined, query: undefined, body: undefined, ...definition } as never;
  };

/** A client's types by call, such as `CallBody<typeof calls.createSite>`. Undefined for parts that the call does not take. */
export type CallParams<C extends Call> = z.input<C['params']>;
export type CallQuery<C extends Call> = z.input<C['query']>;
export type CallBody<C extends Call> = z.input<C['body']>;
export type CallAnswer<C extends Call> = z.output<C['answer']>;
