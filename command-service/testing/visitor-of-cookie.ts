import { randomBytes } from 'node:crypto';
import type { CommandServiceOptions } from '../api/deps.ts';

const NAME = 'perktree_visitor';

/** Knows a browser by its cookie alone, without signature and budget: identity has those. */
export const visitorOfCookie: CommandServiceOptions['visitorIdOf'] = async ({ cookies }, reply) => {
  const known = cookies[NAME];
  if (known !== undefined) return known;
  const id = randomBytes(16).toString('base64url');
  reply.setCookie(NAME, id, { path: '/' });
  return id;
};
