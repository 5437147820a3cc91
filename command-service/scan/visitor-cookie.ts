import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'perktree_visitor';
const ID_BYTES = 16;
const VISITOR_ID = /^[A-Za-z0-9_-]{22}$/;
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The random id by which one browser is known to come again, from its first-party cookie; made where it is missing. It
 * stays in the browser: only ids that derive from it are stored.
 * @param publicUrl over https the cookie is bound to this host (`__Host-`) and never sent without encryption
 */
export function visitorIdOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? `__Host-${NAME}` : NAME;
  const known = request.cookies[name];
  if (known !== undefined && VISITOR_ID.test(known)) return known;
  const visitorId = randomBytes(ID_BYTES).toString('base64url');
  reply.setCookie(name, visitorId, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: ONE_YEAR_SECONDS });
  return visitorId;
}
