import type { z } from 'zod';
import type { Role } from '../envelope.ts';

/**
 * Who may make a call. `anyone`: signed in or not. `signed_in`: any role. A list: whoever holds one of these roles.
 * Superadmins may read what site owners may. Ownership (this site, this QR) is checked behind it, by what is loaded.
 */
export type Access = 'anyone' | 'signed_in' | readonly Role[];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** With `:name` for each path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** `z.undefined()` with the status 204: nothing but the status is answered. */
  readonly answer: Answer;
  readonly status: number;
}

/** Declares a call. Identity at run time; it keeps the exact schema types, and fills in the empty parts. */
export function call<
  Answer extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: {
  method: Method;
  path: string;
  summary: string;
  tag: string;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
  status?: number;
}): Call<Params, Query, Body, Answer> {
  return { status: 200, params: undefined, query: undefined, body: undefined, ...definition } as never;
}

/** What a client sends and gets, by call: `CallBody<typeof calls.createSite>`. Undefined where a call takes none. */
export type CallParams<C extends Call> = z.input<C['params']>;
export type CallQuery<C extends Call> = z.input<C['query']>;
export type CallBody<C extends Call> = z.input<C['body']>;
export type CallAnswer<C extends Call> = z.output<C['answer']>;
