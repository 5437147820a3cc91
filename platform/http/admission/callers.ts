import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../client-network.ts';
import type { Authenticate, Session } from '../session.ts';

/** Cookies whose account is remembered. Whose is forgotten counts by its network once more, until it is looked up again. */
const MOST_COOKIES = 10_000;

/**
 * Whose requests are counted together: those of a business, of another account, or, of visitors without a session, of their
 * network. It has to be known before anything is looked up, so a session is known from when it was first looked up on: what
 * a cookie claims by itself counts for nothing.
 */
export class Callers {
  private readonly byCookie = new Map<string, string>();
  private cookieName: string | null = null;

  keyOf(request: FastifyRequest): string {
    const cookie = this.cookieOf(request);
    const known = cookie === null ? undefined : this.byCookie.get(cookie);
    return known ?? clientNetwork(request.ip);
  }

  /** The same, remembering whom it has found. */
  learnFrom<Looking extends { readonly authenticate: Authenticate; readonly sessionCookieName: string }>(
    looking: Looking,
  ): Looking {
    this.cookieName = looking.sessionCookieName;
    const authenticate: Authenticate = async (request) => {
      const session = await looking.authenticate(request);
      this.learn(request, session);
      return session;
    };
    return { ...looking, authenticate };
  }

  private learn(request: FastifyRequest, session: Session | null): void {
    const cookie = this.cookieOf(request);
    if (cookie === null) return;
    if (session === null) {
      this.byCookie.delete(cookie);
      return;
    }
    const { tenantId, userId } = session.view?.own ?? session;
    const key = tenantId ?? userId;
    if (this.byCookie.get(cookie) === key) return;
    if (this.byCookie.size >= MOST_COOKIES) this.byCookie.delete(this.byCookie.keys().next().value ?? '');
    this.byCookie.set(cookie, key);
  }

  private cookieOf({ headers: { cookie } }: FastifyRequest): string | null {
    if (cookie === undefined || this.cookieName === null) return null;
    const name = `${this.cookieName}=`;
    const at = cookie.startsWith(name) ? 0 : cookie.indexOf(`; ${name}`) + 2;
    if (at === 1) return null;
    const end = cookie.indexOf(';', at);
    return cookie.slice(at + name.length, end === -1 ? undefined : end);
  }
}
