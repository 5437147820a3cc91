import { isRead } from '@perktree/contracts/catalogue/reads';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyRequest } from 'fastify';
import type { SessionCookie } from './session-cookie.ts';
import { type createSessionUse, isUse, type SessionStore } from './session-store.ts';

/** Who is calling, by the session cookie: see `Identity`. */
export function createAuthentication(options: {
  readonly cookie: Pick<SessionCookie, 'read'>;
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly use: Pick<ReturnType<typeof createSessionUse>, 'note'>;
}): { readonly authenticate: Authenticate; readonly authenticateOwn: Authenticate } {
  const { cookie, sessions, use } = options;
  async function sessionOf(request: FastifyRequest) {
    const token = cookie.read(request);
    const session = token === null ? null : await sessions.find(token);
    if (token !== null && session !== null && isUse(request)) use.note(token);
    return session;
  }

  return {
    async authenticate(request) {
      const session = await sessionOf(request);
      // Here, where every call learns who is calling, so that no call can leave it out.
      if (session?.view && !isRead(request.method, request.routeOptions.url ?? '')) throw new Refused('VIEWING_ONLY');
      return session;
    },
    async authenticateOwn(request) {
      const session = await sessionOf(request);
      return session?.view?.own ?? session;
    },
  };
}
