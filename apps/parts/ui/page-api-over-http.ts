import type { UserAnswer } from '@perktree/contracts/http/accounts';
import type { ScanInfoAnswer } from '@perktree/contracts/http/scanning';
import type { FastifyRequest } from 'fastify';
import type { PageApi } from './page-api.ts';

/** Timeout for data of a page, in milliseconds: its script retries. */
const PATIENCE_MS = 3_000;

/**
 * Calls the API through the gateway. If no instance answers, the page is served without data.
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
