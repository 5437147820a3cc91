import { Readable } from 'node:stream';
import { FILE_DAYS } from '@perktree/contracts/account/file-calls';
import type { Call, SignedInAccess } from '@perktree/contracts/kernel/call';
import { HEADERS } from '@perktree/contracts/kernel/common';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { type CallInput, mountCall } from '../http/mount-call.ts';
import { refuseOtherSites } from '../http/origin-guard.ts';
import type { Authenticate, Session } from '../http/session.ts';
import { requestFile } from './file-store.ts';
import { jsonPieces } from './json-pieces.ts';
import type { FilePart } from './making.ts';

/** What a process does with long calls: a server leaves them to another process, which makes files of them. */
export type LongWork = Server | FileProcess;

interface Server {
  readonly kind: 'server';
  /** Of the primary: a standby cannot store requests. */
  readonly pool: Pool;
}

interface FileProcess {
  readonly kind: 'file-process';
  /** Stores the parts of the file. */
  keep(parts: readonly FilePart[]): Promise<void>;
  /** @param done from 0 to 1 */
  progress(done: number): void;
}

interface LongCall<Input, Answer> {
  /**
   * Whether it is done within about 200 ms. Estimates it from few rows.
   * @param at moment of the request, also in a process that makes the file later: a period without an end ends then
   * @throws Refused if the caller may not make the call
   */
  isSmall(input: Input, at: Date): Promise<boolean>;
  /** Of the file, without an ending: `month-2026-10`. */
  name(input: Input, at: Date): string;
  make(input: Input, progress: (done: number) => void, at: Date): Promise<Answer>;
  /** Left out: one part with the answer as JSON. */
  parts?(answer: Answer, name: string): readonly FilePart[];
}

/** Headers that an answer depends on. */
const KEPT_HEADERS = ['accept-language', HEADERS.minPosition.toLowerCase()] as const;

/**
 * Serves a call whose query has `wait` (contracts/account/file-calls.ts): at once if it is small, else as a file.
 * @param work undefined: every answer is given at once
 */
export function mountLongCall<
  P extends z.ZodType,
  Q extends z.ZodType<{ readonly wait?: '0' | undefined }>,
  B extends z.ZodType,
  A extends z.ZodType,
  X extends SignedInAccess,
>(
  app: FastifyInstance,
  {
    authenticate,
    clock,
    longWork: work,
  }: {
    readonly authenticate: Authenticate;
    /** In the process of a file: the moment of its request. */
    readonly clock: () => Date;
    readonly longWork?: LongWork | undefined;
  },
  definition: Call<P, Q, B, A, X>,
  long: LongCall<CallInput<P, Q, B, X>, z.input<A>>,
): void {
  mountCall(app, authenticate, definition, async (input) => {
    const at = clock();
    const isSmall = await long.isSmall(input, at);
    if (work?.kind === 'file-process') {
      const name = long.name(input, at);
      const answer = await long.make(input, work.progress, at);
      await work.keep(long.parts?.(answer, name) ?? [jsonPart(name, answer)]);
      // The parts are the answer.
      return { stream: Readable.from([]), contentType: 'application/json' };
    }
    const { wait } = input.query as { readonly wait?: '0' | undefined };
    if (work === undefined || (isSmall && wait !== '0')) return { answer: await long.make(input, () => {}, at) };
    // Files belong to accounts, and an operator who views an account leaves no traces in it.
    // `SignedInAccess` excludes null.
    const { userId, role, view } = input.session as Session;
    if (view) throw new Refused('VIEWING_ONLY');
    // A file is stored, and counts against the account: a link on another site must not make one.
    refuseOtherSites(input.request);
    const { url, headers } = { url: urlOf(input.request), headers: keptOf(input.request) };
    const request = { userId, role, name: long.name(input, at), url, headers, at };
    return { file: await requestFile(work.pool, request, FILE_DAYS) };
  });
}

export function jsonPart(name: string, answer: unknown): FilePart {
  return { name: `${name}.json`, contentType: 'application/json; charset=utf-8', body: jsonPieces(answer) };
}

/** The path with its query, but `wait`. */
function urlOf({ url }: FastifyRequest): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('wait');
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

function keptOf({ headers }: FastifyRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(KEPT_HEADERS.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
