import type { ShownBrand } from '@perktree/contracts/brand/brand';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { type ScanInfoAnswer, scanningCalls } from '@perktree/contracts/scan/calls';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** API calls for server-rendered pages, with the rights of the visitor. */
export interface PageApi {
  isSignedIn(request: FastifyRequest): Promise<boolean>;
  /** A superadmin views the page as another person. */
  isViewing(request: FastifyRequest): Promise<boolean>;
  /** The one brand of a customer's scans (call `myBrand`). Null where there is no answer. */
  customerBrand(request: FastifyRequest): Promise<ShownBrand | null>;
  /** The offer of a link. Null with a status of 500 or more: the script of the page retries. */
  scanInfo(request: FastifyRequest, path: string): Promise<{ status: number; info: ScanInfoAnswer | null }>;
}

export type MyBrand = CallAnswer<typeof scanningCalls.myBrand>;

/** Calls the same app. */
export function pageApiInProcess(app: FastifyInstance, authenticate: Authenticate): PageApi {
  const get = ({ headers: { cookie }, ip }: FastifyRequest, url: string) =>
    app.inject({ method: 'GET', url, remoteAddress: ip, headers: cookie ? { cookie } : {} });
  return {
    isSignedIn: async (request) => (await authenticate(request)) !== null,
    isViewing: async (request) => (await authenticate(request))?.view !== undefined,
    async customerBrand(request) {
      if (!request.headers.cookie) return null;
      const answer = await get(request, scanningCalls.myBrand.path);
      return answer.statusCode === 200 ? answer.json<MyBrand>().brand : null;
    },
    async scanInfo(request, path) {
      const answer = await get(request, path);
      const status = answer.statusCode;
      return { status, info: status < 500 ? answer.json<ScanInfoAnswer>() : null };
    },
  };
}
