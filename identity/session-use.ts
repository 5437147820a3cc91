import { accountCalls } from '@perktree/contracts/account/calls';
import { DAY_MS, HOUR_MS } from '@perktree/contracts/kernel/durations';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

/** Idle limit of a session in milliseconds, shorter for superadmins (docs/reference/domain-rules.md#sessions-and-passwords). */
export const IDLE_LIMIT_MS = { superadmin: 12 * HOUR_MS, others: 7 * DAY_MS } as const;
/** Last use is recorded at most every five minutes, so an idle session can end up to five minutes early. */
export const NOTE_EVERY_MS = 5 * 60_000;
const MOST_ENTRIES = 10_000;
const READING = new Set(['GET', 'HEAD']);

/** By all roles of the account: by the active role alone, switching roles would prolong a session. */
export const idleLimitOf = (roles: readonly Role[]): number =>
  roles.includes('superadmin') ? IDLE_LIMIT_MS.superadmin : IDLE_LIMIT_MS.others;

/** Opening a page and every change count as use. Background reads of an open page do not, or sessions would never end. */
export const isUse = (request: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  !READING.has(request.method) || request.url === accountCalls.user.path;

export type SessionUse = ReturnType<typeof createSessionUse>;

/** Records the last use of sessions. In five minutes each process sends one statement for a session, and one of them changes the row. */
export function createSessionUse(pool: Pool, clock: () => Date) {
  const notedAt = new LRUCache<string, number>({ max: MOST_ENTRIES });

  return {
    /** The look-up has already read the last use, and most sessions were used recently, so they need no statement. */
    found(token: string, usedAt: Date): void {
      if (usedAt.getTime() > (notedAt.get(token) ?? 0)) notedAt.set(token, usedAt.getTime());
    },

    /** In the background. If it fails, the next use is recorded. */
    note(token: string): void {
      const now = clock();
      const last = notedAt.get(token);
      if (last !== undefined && now.getTime() - last < NOTE_EVERY_MS) return;
      notedAt.set(token, now.getTime());
      pool
        .query({
          name: 'identity-note-use',
          text: 'UPDATE identity.sessions SET used_at = $2 WHERE token = $1 AND used_at <= $3',
          values: [token, now, new Date(now.getTime() - NOTE_EVERY_MS)],
        })
        .catch(() => notedAt.delete(token));
    },
  };
}
