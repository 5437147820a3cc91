import type { UserAnswer } from '@perktree/contracts/account/calls';
import { type ScanInfoAnswer, scanningCalls } from '@perktree/contracts/scan/calls';
import { abortAfter } from '@perktree/platform/time/timers';
import type { FastifyRequest } from 'fastify';
import type { MyBrand, PageApi } from './page-api.ts';

/**
 * Calls the API through the gateway. Without an answer, or if it cannot be read, the page is served without data.
 * @param timeoutMs for the data of a page; short, because the page's script retries
 */
export function pageApiOverHttp(gatewayUrl: string, timeoutMs = 3_000): PageApi {
  const call = async (request: FastifyRequest, path: string): Promise<Response | null> => {
    const { cookie } = request.headers;
    const headers = { 'x-forwarded-for': request.ip, ...(cookie ? { cookie } : {}) };
    const signal = abortAfter(timeoutMs);
    return fetch(new URL(path, gatewayUrl), { headers, signal }).catch(() => null);
  };
  return {
    async isSignedIn(request) {
      if (!request.headers.cookie) return false;
      return (await call(request, '/api/auth/user-role'))?.ok ?? false;
    },
    async isViewing(request) {
      if (!request.headers.cookie) return false;
      const answer = await call(request, '/api/auth/user');
      if (!answer?.ok) return false;
      const user: UserAnswer | null = await jsonOf(answer);
      return user?.viewedUntil !== undefined;
    },
    async customerBrand(request) {
      if (!request.headers.cookie) return null;
      const answer = await call(request, scanningCalls.myBrand.path);
      const mine: MyBrand | null = answer?.ok ? await jsonOf(answer) : null;
      return mine?.brand ?? null;
    },
    async scanInfo(request, path) {
      const answer = await call(request, path);
      if (answer === null || answer.status >= 500) return { status: answer?.status ?? 503, info: null };
      const info: ScanInfoAnswer | null = await jsonOf(answer);
      return { status: info === null ? 503 : answer.status, info };
    },
  };
}

/** The body of an answer; null if it is not JSON, breaks off or exceeds the timeout. */
const jsonOf = (answer: Response) => answer.json().catch(() => null);
