import type { Pool } from 'pg';

/** As in the product (identity/session-cache.ts), a look-up is cached for a second. */
const CACHE_MS = 1_000;

/** The user of a session cookie. It does not check the signature, which favours the opponent. */
export function createSessions(pool: Pool): (cookie: string | undefined) => Promise<string | null> {
  const cache = new Map<string, { userId: string; until: number }>();
  return async (cookie) => {
    const token = cookie?.slice(0, cookie.lastIndexOf('.'));
    if (!token) return null;
    const known = cache.get(token);
    if (known && known.until > Date.now()) return known.userId;
    const { rows } = await pool.query<{ user_id: string }>({
      name: 'session',
      text: 'SELECT user_id FROM identity.sessions WHERE token = $1 AND expires_at > now()',
      values: [token],
    });
    const userId = rows[0]?.user_id ?? null;
    if (userId !== null) cache.set(token, { userId, until: Date.now() + CACHE_MS });
    return userId;
  };
}
