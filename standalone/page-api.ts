import type { ScanInfoAnswer } from '@perktree/contracts/http/scanning';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What the pages ask the product's own calls for, as the reader: what is withheld from them is withheld here. */
export interface PageApi {
  isSignedIn(request: FastifyRequest): Promise<boolean>;
  /** A superadmin sees the page as somebody else. */
  isViewing(request: FastifyRequest): Promise<boolean>;
  /** What a link offers. Null with a status from 500 up: failures of the moment are the script's to ask again about. */
  scanInfo(request: FastifyRequest, path: string): Promise<{ status: number; info: ScanInfoAnswer | null }>;
}

/** The calls are on the same app. */
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
