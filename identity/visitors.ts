import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Budgets } from './budgets.ts';

/** Without the product's name, because customers of a site with white label receive it. */
const NAME = 'visitor';
/** Cookies of earlier versions. */
const OLD_NAME = 'perktree_visitor';
const ID_BYTES = 16;
const VISITOR_ID = /^[A-Za-z0-9_-]{22}$/;
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Browsers, by a random id in a first-party cookie: `{id}.{HMAC-SHA-256 of the id, 16 bytes}`. The id stays in the
 * browser; only ids that derive from it are stored. The signature bounds how many visitors a network can invent: each
 * new one counts against the network's budget. An account has one id, which spends nothing of that budget: accounts are
 * bounded when they register.
 *
 * The cookie of a visitor who is signed out ends with the browser: it stores nothing on a device whose owner has no account
 * and was not asked. A signed-in account's cookie lasts a year, because it shows several accounts that share a device.
 */
export function createVisitors(options: {
  readonly secret: string;
  /** Over https the cookie is bound to this host (`__Host-`) and never sent without encryption. */
  readonly secure: boolean;
  readonly budgets: Pick<Budgets, 'spend'>;
}) {
  const { secret, secure, budgets } = options;
  const [name, oldName] = secure ? [`__Host-${NAME}`, `__Host-${OLD_NAME}`] : [NAME, OLD_NAME];
  const cookieOf = ({ cookies }: FastifyRequest) => cookies[name] ?? cookies[oldName];
  const keyed = (text: string) =>
    createHmac('sha256', secret).update(text).digest().subarray(0, ID_BYTES).toString('base64url');
  const sign = (id: string) => `${id}.${keyed(`visitor ${id}`)}`;

  /** The visitor's id, if the cookie exists and is genuine. */
  function read(request: FastifyRequest): string | null {
    const value = cookieOf(request) ?? '';
    const id = value.slice(0, value.indexOf('.'));
    if (!VISITOR_ID.test(id)) return null;
    const [given, expected] = [Buffer.from(value), Buffer.from(sign(id))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  }

  async function newIdOf(request: FastifyRequest): Promise<string> {
    await budgets.spend('visit', request.ip);
    const unsigned = cookieOf(request) ?? '';
    return VISITOR_ID.test(unsigned) ? unsigned : randomBytes(ID_BYTES).toString('base64url');
  }

  return {
    read,
    /**
     * The visitor's id; a new one if the browser has none. For anonymous visitors, unsigned cookies of old versions keep
     * their id.
     * @param userId the signed-in account; null for anonymous visitors
     * @throws Refused TOO_MANY_REQUESTS: the network has made too many new visitors who are signed out
     */
    async idOf(request: FastifyRequest, reply: FastifyReply, userId: string | null): Promise<string> {
      const known = read(request);
      if (known !== null && userId === null) return known;
      const id = known ?? (userId === null ? await newIdOf(request) : keyed(`visitor of account ${userId}`));
      const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
      reply.setCookie(name, sign(id), userId === null ? attributes : { ...attributes, maxAge: ONE_YEAR_SECONDS });
      return id;
    },
  };
}
