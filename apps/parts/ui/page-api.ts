import type { UserAnswer } from '@perktree/contracts/account/calls';
import type { ShownBrand } from '@perktree/contracts/brand/brand';
import { type ScanInfoAnswer, scanningCalls } from '@perktree/contracts/scan/calls';
import type { Authenticate } from '@perktree/platform/http/session';
import { abortAfter } from '@perktree/platform/time/timers';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type PageApi = ReturnType<typeof pageApi>;

/** `body`: parsed JSON; null if it is not JSON, breaks off or exceeds the timeout. */
interface Asked {
  readonly status: number;
  readonly body: unknown;
}
/** Null: no answer. */
type Ask = (request: FastifyRequest, path: string) => Promise<Asked | null>;
type Look = (request: FastifyRequest) => Promise<boolean>;

/** API calls for server-rendered pages, with the rights of the visitor. Without an answer, a page is served without data. */
function pageApi(ask: Ask, isSignedIn: Look, isViewing: Look) {
  return {
    isSignedIn,
    /** A superadmin views the page as another person. */
    isViewing,
    /** The one brand of a customer's scans (call `myBrand`). Null where there is no answer. */
    async customerBrand(request: FastifyRequest): Promise<ShownBrand | null> {
      if (!request.headers.cookie) return null;
      const answer = await ask(request, scanningCalls.myBrand.path);
      return answer?.status === 200 ? ((answer.body as { brand: ShownBrand | null } | null)?.brand ?? null) : null;
    },
    /** The offer of a link. Null with a status of 500 or more: the script of the page retries. */
    async scanInfo(request: FastifyRequest, path: string): Promise<{ status: number; info: ScanInfoAnswer | null }> {
      const { status, body } = (await ask(request, path)) ?? { status: 503, body: null };
      if (status >= 500 || body !== null) return { status, info: status < 500 ? (body as ScanInfoAnswer) : null };
      return { status: 503, info: null };
    },
  };
}

export function pageApiInProcess(app: FastifyInstance, authenticate: Authenticate): PageApi {
  const ask: Ask = async ({ headers: { cookie }, ip }, url) => {
    const answer = await app.inject({ method: 'GET', url, remoteAddress: ip, headers: cookie ? { cookie } : {} });
    return { status: answer.statusCode, body: answer.json() };
  };
  return pageApi(
    ask,
    async (request) => (await authenticate(request)) !== null,
    async (request) => (await authenticate(request))?.view !== undefined,
  );
}

/**
 * Calls the API through the gateway.
 * @param timeoutMs for the data of a page; short, because the page's script retries
 */
export function pageApiOverHttp(gatewayUrl: string, timeoutMs = 3_000): PageApi {
  const ask: Ask = async ({ headers: { cookie }, ip }, path) => {
    const headers = { 'x-forwarded-for': ip, ...(cookie ? { cookie } : {}) };
    const signal = abortAfter(timeoutMs);
    const answer = await fetch(new URL(path, gatewayUrl), { headers, signal }).catch(() => null);
    return answer && { status: answer.status, body: await answer.json().catch(() => null) };
  };
  const user = (request: FastifyRequest, path: string) => (request.headers.cookie ? ask(request, path) : null);
  return pageApi(
    ask,
    async (request) => (await user(request, '/api/auth/user-role'))?.status === 200,
    async (request) => {
      const answer = await user(request, '/api/auth/user');
      return answer?.status === 200 && (answer.body as UserAnswer | null)?.viewedUntil !== undefined;
    },
  );
}
