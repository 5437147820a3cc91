import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const ID_BYTES = 16;
const MAC_BYTES = 32;

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>;

/**
 * Tokens of the links that turn off an account's digest. They do not expire: a mail may be years old. Each is the account's id
 * and an HMAC-SHA-256 of it, base64url, under a key that HKDF derives from the installation's secret.
 */
export function createUnsubscribeTokens(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'perktree unsubscribe from weekly digests', KEY_BYTES));
  const macOf = (id: Buffer) => createHmac('sha256', key).update(id).digest();
  return {
    tokenOf(userId: string): string {
      const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, macOf(id)]).toString('base64url');
    },
    /** Null: not made here. */
    userOf(token: string): string | null {
      const bytes = Buffer.from(token, 'base64url');
      // Decoding skips what is not base64url, so a changed text could decode to the same bytes.
      if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(id))) return null;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
