import { createHash } from 'node:crypto';
import { intentSchema } from '@perktree/contracts/account/calls';
import { safeReturnTo } from '@perktree/contracts/account/return-to';
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

  // A read ends no session: browsers fetch links ahead of a click, and other sites can link to it.
  app.get<{ Querystring: Record<string, unknown> }>('/api/logout', { exposeHeadRoute: false }, async (request, reply) =>
    reply
      .headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': LOGOUT_POLICY })
      .type('text/html; charset=utf-8')
      .send(
        logoutPage(request.headers['sec-fetch-site'] !== 'cross-site', safeReturnTo(request.query.returnTo, origin)),
      ),
  );

  void app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 100 }, (_request, body, done) => done(null, body));
    scope.post<{ Querystring: Record<string, unknown> }>('/api/logout', async (request, reply) => {
      const token = cookie.read(request);
      if (token !== null) await sessions.end(token);
      cookie.clear(reply);
      return reply
        .header('Cache-Control', 'no-store')
        .redirect(safeReturnTo(request.query.returnTo, origin) ?? '/', 302);
    });
  });
}

const FORM = 'application/x-www-form-urlencoded';
const SUBMIT = 'document.forms[0].submit()';
const SUBMIT_HASH = createHash('sha256').update(SUBMIT).digest('base64');
const LOGOUT_POLICY = `default-src 'none'; script-src 'sha256-${SUBMIT_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * Logs out by a form, whose page needs a referrer policy that lets browsers name its origin.
 * @param atOnce without a tap
 * @param returnTo a path of this site; null: its start page
 */
const logoutPage = (atOnce: boolean, returnTo: string | null): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin"><title>Log out</title>
<form method="post" action="/api/logout${returnTo === null ? '' : `?returnTo=${encodeURIComponent(returnTo)}`}"><button>Log out</button> <button lang="es">Cerrar sesión</button></form>
${atOnce ? `<script>${SUBMIT}</script>` : ''}
`;
/** Keeps the valid parts of the query. The rest is dropped, not refused, because a person has followed a link. */
function loginPage(query: Record<string, unknown>, origin: string): string {
  const kept = new URLSearchParams();
  const intent = intentSchema.safeParse(query.intent);
  if (intent.success) kept.set('intent', intent.data);
  const returnTo = safeReturnTo(query.returnTo, origin);
  if (returnTo !== null) kept.set('returnTo', returnTo);
  const page = query.signUp === 'true' ? '/register' : '/login';
  return kept.size === 0 ? page : `${page}?${kept}`;
}
