import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a session lasts from its login on. It is not prolonged by use. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

export interface Visitor {
  readonly device: { readonly ip: string; readonly userAgent: string | undefined };
  /** Of the browser's session, which ends when another one begins; null: it has none. */
  readonly previousToken: string | null;
}

/** Without the product's name, because customers of a site with white label receive it. */
const NAME = 'session';
/** Cookies of earlier versions. */
const OLD_NAME = 'perktree_session';

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * The session cookie: `{token}.{HMAC-SHA-256 of the token}`. The signature keeps guesses away from
 * the database, and makes a copy of the database useless for signing in.
 */
export function createSessionCookie(publicUrl: string | null, secret: string) {
  const secure = publicUrl !== null && new URL(publicUrl).protocol === 'https:';
  // The prefix has browsers refuse the cookie from a subdomain, for another path or without https.
  const [name, oldName] = secure ? [`__Host-${NAME}`, `__Host-${OLD_NAME}`] : [NAME, OLD_NAME];
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  // Cookies of a request that is refused early are null, despite their type: it was not parsed.
  const tokenOf = (value: string | undefined) => (value === undefined ? null : verifyToken(value, secret));
  const read = ({ cookies }: { readonly cookies: FastifyRequest['cookies'] | null }) =>
    tokenOf(cookies?.[name]) ?? tokenOf(cookies?.[oldName]);
  const clearOld = (reply: FastifyReply) => {
    if (reply.request.cookies?.[oldName] !== undefined) reply.clearCookie(oldName, attributes);
  };
  return {
    name,
    secure,
    /** The token, if the cookie exists and is genuine. */
    read,
    visitorOf: (request: FastifyRequest): Visitor => ({
      device: { ip: request.ip, userAgent: request.headers['user-agent'] },
      previousToken: read(request),
    }),
    write(reply: FastifyReply, token: string): void {
      clearOld(reply);
      reply.setCookie(name, signToken(token, secret), { ...attributes, maxAge: SESSION_SECONDS });
    },
    clear(reply: FastifyReply): void {
      clearOld(reply);
      reply.clearCookie(name, attributes);
    },
  };
}

function signToken(token: string, secret: string): string {
  return `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;
}

function verifyToken(value: string, secret: string): string | null {
  const token = value.slice(0, Math.max(value.lastIndexOf('.'), 0));
  const expected = Buffer.from(signToken(token, secret));
  const given = Buffer.from(value);
  return token !== '' && given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}
