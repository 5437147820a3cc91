import { createHash } from 'node:crypto';
import { idsOfToken, newIdToken } from '../http/id-token.ts';

const SECRET_BYTES = 32;

/** The token of an invitation link: the site's id and 256 random bits. Only its hash is stored. */
export const newInvitationToken = (siteId: string): string => newIdToken([siteId], SECRET_BYTES);

export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The site id in a token; null: not a token. */
export const siteOfInvitationToken = (token: string): string | null => idsOfToken(token, 1, SECRET_BYTES)[0] ?? null;
