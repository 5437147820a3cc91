import { intentSchema } from '@perktree/contracts/http/accounts';
import { safeReturnTo } from '@perktree/contracts/http/return-to';
import type { FastifyInstance } from 'fastify';
import type { SessionCookie } from './session-cookie.ts';
import type { SessionStore } from './session-store.ts';

/** The two addresses that a browser navigates to, instead of calling them: they answer with where to go next. */
export function mountNavigation(
  app: FastifyInstance,
  services: { readonly publicUrl: string | null; readonly cookie: SessionCookie; readonly sessions: SessionStore },
): void {
  const { cookie, sessions } = services;
  // Only paths pass, so any origin works if ours is not configured.
  const { origin } = new URL(services.publicUrl ?? 'http://localhost');

  app.get<{ Querystring: Record<string, unknown> }>('/api/login', async (request, reply) =>
    reply.header('Cache-Control', 'no-store').redirect(loginPage(request.query, origin), 302),
  );

  app.get('/api/logout', { exposeHeadRoute: false }, async (request, reply) => {
    const token = cookie.read(request);
    if (token !== null) await sessions.end(token);
    cookie.clear(reply);
    return reply.header('Cache-Control', 'no-store').redirect('/', 302);
  });
}

/** Keeps the valid parts of the query. The rest is dropped, not refused, because a person has followed a link. */
function loginPage(query: Record<string, unknown>, origin: string): string {
  const kept = new URLSearchParams();
  const intent = intentSchema.safeParse(query.intent);
  if (intent.success) kept.set('intent', intent.data);
  const returnTo = safeReturnTo(query.returnTo, origin);
  if (returnTo !== null) kept.set('returnTo', returnTo);
  return kept.size === 0 ? '/login' : `/login?${kept}`;
}
