import type { UserAnswer } from '@perktree/contracts/http/accounts';
import type { ScanInfoAnswer } from '@perktree/contracts/http/scanning';
import type { PageApi } from '@perktree/standalone/page-api';
import type { FastifyRequest } from 'fastify';

/** A page does not wait longer than this for what it could show, in milliseconds: its script asks again by itself. */
const PATIENCE_MS = 3_000;

/**
 * The calls are made by way of the gateway, which finds an instance that answers. Where there is none the page is served all
 * the same, without an answer.
 */
export function pageApiOverHttp(gatewayUrl: string): PageApi {
  const ask = async (request: FastifyRequest, path: string): Promise<Response | null> => {
    const { cookie } = request.headers;
    const headers = { 'x-forwarded-for': request.ip, ...(cookie ? { cookie } : {}) };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return fetch(new URL(path, gatewayUrl), { headers, signal }).catch(() => null);
  };
  return {
    async isSignedIn(request) {
      if (!request.headers.cookie) return false;
      return (await ask(request, '/api/auth/user-role'))?.ok ?? false;
    },
    async isViewing(request) {
      if (!request.headers.cookie) return false;
      const answer = await ask(request, '/api/auth/user');
      return answer?.ok ? ((await answer.json()) as UserAnswer).viewedUntil !== undefined : false;
    },
    async scanInfo(request, path) {
      const answer = await ask(request, path);
      if (answer === null || answer.status >= 500) return { status: answer?.status ?? 503, info: null };
      return { status: answer.status, info: (await answer.json()) as ScanInfoAnswer };
    },
  };
}
