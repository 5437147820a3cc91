import { createHash, randomBytes } from 'node:crypto';

const SITE_ID_BYTES = 16;
const SECRET_BYTES = 32;

/**
 * The token of an invitation link: the site's id and 256 random bits, base64url. The id finds the stream without an index.
 * Only the hash of the token is stored.
 */
export function newInvitationToken(siteId: string): string {
  return Buffer.concat([Buffer.from(siteId.replaceAll('-', ''), 'hex'), randomBytes(SECRET_BYTES)]).toString(
    'base64url',
  );
}

export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The site id in a token; null: not a token. */
export function siteOfInvitationToken(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== SITE_ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const hex = bytes.subarray(0, SITE_ID_BYTES).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
