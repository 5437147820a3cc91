import type { UserAnswer } from '@perktree/contracts/http/accounts';
import type { ScanInfoAnswer } from '@perktree/contracts/http/scanning';
import type { PageApi } from '@perktree/standalone/page-api';
import type { FastifyRequest } from 'fastify';
import { Upstreams } from '../gateway/upstreams.ts';

/** A page does not wait longer than this for what it could show, in milliseconds: its script asks again by itself. */
const PATIENCE_MS = 3_000;

/** The calls are on other machines. Where they cannot be reached the page is served all the same, without an answer. */
export function pageApiOverHttp(addresses: {
  readonly commands: readonly string[];
  readonly queries: readonly string[];
}): PageApi {
  const commands = new Upstreams(addresses.commands);
  const queries = new Upstreams(addresses.queries);
  return {
    async isSignedIn(request) {
      if (!request.headers.cookie) return false;
      return (await ask(commands, request, '/api/auth/user-role'))?.ok ?? false;
    },
    async isViewing(request) {
      if (!request.headers.cookie) return false;
      const answer = await ask(commands, request, '/api/auth/user');
      return answer?.ok ? ((await answer.json()) as UserAnswer).viewedUntil !== undefined : false;
    },
    async scanInfo(request, path) {
      const answer = await ask(queries, request, path);
      if (answer === null || answer.status >= 500) return { status: answer?.status ?? 503, info: null };
      return { status: answer.status, info: (await answer.json()) as ScanInfoAnswer };
    },
  };
}

/** The answer of the first instance that gives one; null where none does. */
async function ask(upstreams: Upstreams, request: FastifyRequest, path: string): Promise<Response | null> {
  const { cookie } = request.headers;
  const headers = { 'x-forwarded-for': request.ip, ...(cookie ? { cookie } : {}) };
  for (const address of upstreams.inTurn()) {
    try {
      return await fetch(new URL(path, address), { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch {
      upstreams.failed(address);
    }
  }
  return null;
}
