import { parse } from 'node:querystring';
import { type Call, HEADERS, type SignedInAccess } from '@perktree/contracts/kernel/call';
import { FILE_DAYS } from '@perktree/contracts/kernel/file-calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { type CallInput, inputFor, mountCall } from '../http/mount-call.ts';
import { refuseOtherSites } from '../http/origin-guard.ts';
import type { Authenticate, Session } from '../http/session.ts';
import { requestFile } from './file-store.ts';
import type { FilePart } from './making.ts';

interface LongInput<P extends z.ZodType, Q extends z.ZodType, X extends SignedInAccess>
  extends Pick<CallInput<P, Q, z.ZodUndefined, X>, 'params' | 'query' | 'session'> {
  /** Sets a header of an answer that is given at once; a file has none. */
  setHeader(name: string, value: string): void;
}

interface Work<Input, Answer> {
  /**
   * Whether it is done within about 200 ms. Estimates it from few rows.
   * @param at moment of the request, also in a process that makes the file later: a period without an end ends then
   * @throws Refused if the caller may not make the call
   */
  isSmall(input: Input, at: Date): Promise<boolean>;
  /** Of the file, without an ending (contracts/kernel/file-name.ts). It begins with its kind: `month_Corner-Cafe_2026-10`. */
  name(input: Input, at: Date): string | Promise<string>;
  make(input: Input, progress: (done: number) => void, at: Date): Promise<Answer>;
  /** Left out: one part with the answer as JSON. */
  parts?(answer: Answer, name: string): readonly FilePart[];
}

type AnyQuery = z.ZodType<{ readonly wait?: '0' | undefined }>;

/** A call that a server answers at once if it is small, and that another process makes a file of otherwise. */
export interface LongCall extends Work<LongInput<z.ZodType, AnyQuery, SignedInAccess>, unknown> {
  readonly definition: Call<z.ZodType, AnyQuery, z.ZodUndefined, z.ZodType, SignedInAccess>;
}

/** @param definition its query has `wait` (contracts/kernel/file-calls.ts) */
export function longCall<P extends z.ZodType, Q extends AnyQuery, A extends z.ZodType, X extends SignedInAccess>(
  definition: Call<P, Q, z.ZodUndefined, A, X>,
  work: Work<LongInput<P, Q, X>, z.input<A>>,
): LongCall {
  return { definition, ...work } as unknown as LongCall;
}

const MIN_POSITION = HEADERS.minPosition.toLowerCase();

/** Serves calls: at once where they are small, else as files. */
export function mountLongCalls(
  app: FastifyInstance,
  options: {
    readonly authenticate: Authenticate;
    readonly clock: () => Date;
    /** Of the primary: a standby cannot store requests. Left out: every answer is given at once. */
    readonly files?: Pool | undefined;
  },
  calls: readonly LongCall[],
): void {
  const { authenticate, clock, files } = options;
  for (const { definition, ...long } of calls) {
    mountCall(app, authenticate, definition, async ({ params, query, session, request, reply }) => {
      const at = clock();
      const input = {
        params,
        query,
        session,
        setHeader: (name: string, value: string) => void reply.header(name, value),
      };
      const isSmall = await long.isSmall(input, at);
      if (files === undefined || (isSmall && query.wait !== '0'))
        return { answer: await long.make(input, () => {}, at) };
      // Files belong to accounts, and an operator who views an account leaves no traces in it.
      const { userId, role, view } = session;
      if (view) throw new Refused('VIEWING_ONLY');
      // A file is stored, and counts against the account: a link on another site must not make one.
      refuseOtherSites(request);
      const position = request.headers[MIN_POSITION];
      const headers = position === undefined ? {} : { [MIN_POSITION]: String(position) };
      const asked = { userId, role, name: await long.name(input, at), url: urlOf(request), headers, at };
      return { file: await requestFile(files, asked, FILE_DAYS) };
    });
  }
}

/** The position that the read models have to reach before a file is made; null: none. */
export function positionFor({ headers }: { readonly headers: Readonly<Record<string, string>> }): bigint | null {
  const position = headers[MIN_POSITION];
  return position === undefined ? null : BigInt(position);
}

/**
 * Makes a requested file.
 * @param file.url path and query of the request
 * @param file.at moment of the request
 * @throws Refused NOT_FOUND for a path of no call, and as the call is refused
 */
export async function makeLongCall(
  calls: readonly LongCall[],
  file: { readonly url: string; readonly session: Session; readonly at: Date },
  progress: (done: number) => void,
): Promise<readonly FilePart[]> {
  const { session, at } = file;
  const [path = '', query = ''] = file.url.split('?');
  for (const long of calls) {
    const params = paramsOf(long.definition.path, path);
    if (params === null) continue;
    const input = { ...inputFor(long.definition, session, { params, query: { ...parse(query) } }), setHeader() {} };
    await long.isSmall(input, at);
    const name = await long.name(input, at);
    const answer = await long.make(input, progress, at);
    return long.parts?.(answer, name) ?? [jsonPart(name, answer)];
  }
  throw new Refused('NOT_FOUND');
}

/** The parameters of a path; null: it is another call's. */
function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/').map(decodeURIComponent)];
  if (wanted.length !== given.length) return null;
  if (wanted.some((name, n) => !name.startsWith(':') && name !== given[n])) return null;
  return Object.fromEntries(
    wanted.flatMap((name, n) => (name.startsWith(':') ? [[name.slice(1), given[n] as string]] : [])),
  );
}

export function jsonPart(name: string, answer: unknown): FilePart {
  return { name: `${name}.json`, contentType: 'application/json; charset=utf-8', body: JSON.stringify(answer) };
}

/** The path with its query, but `wait`. */
function urlOf({ url }: FastifyRequest): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('wait');
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
