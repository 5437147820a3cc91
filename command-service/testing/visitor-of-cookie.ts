import { randomBytes } from 'node:crypto';
import type { CommandServiceOptions } from '../deps.ts';

const NAME = 'visitor';

/** Recognises a browser by an unsigned cookie, without a rate limit. Identity adds both in the product. */
export const visitorOfCookie: CommandServiceOptions['visitorIdOf'] = async ({ cookies }, reply) => {
  const known = cookies[NAME];
  if (known !== undefined) return known;
  const id = randomBytes(16).toString('base64url');
  reply.setCookie(NAME, id, { path: '/' });
  return id;
};
