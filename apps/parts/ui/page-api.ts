import type { ScanInfoAnswer } from '@perktree/contracts/http/scanning';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** API calls for server-rendered pages, with the rights of the visitor. */
export interface PageApi {
  isSignedIn(request: FastifyRequest): Promise<boolean>;
  /** A superadmin views the page as another person. */
  isViewing(request: FastifyRequest): Promise<boolean>;
  /** The offer of a link. Null with a status of 500 or more: the script of the page retries. */
  scanInfo(request: FastifyRequest, path: string): Promise<{ status: number; info: ScanInfoAnswer | null }>;
}

/** Calls the same app. */
export function pageApiInProcess(app: FastifyInstance, authenticate: Authenticate): PageApi {
  return {
    isSignedIn: async (request) => (await authenticate(request)) !== null,
    isViewing: async (request) => (await authenticate(request))?.view !== undefined,
    async scanInfo(request, path) {
      const { cookie } = request.headers;
      const headers = cookie ? { cookie } : {};
      const answer = await app.inject({ method: 'GET', url: path, remoteAddress: request.ip, headers });
      const status = answer.statusCode;
      return { status, info: status < 500 ? answer.json<ScanInfoAnswer>() : null };
    },
  };
}
