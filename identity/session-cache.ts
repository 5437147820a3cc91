import type { Session } from '@perktree/platform/http/session';
import { LRUCache } from 'lru-cache';

/** The longest that a change made by another process stays unseen. */
const KEEP_MS = 1_000;
const MOST_ENTRIES = 10_000;
/** Of sessions without a time of their own. */
const LATER = '9999-12-31T00:00:00.000Z';

/**
 * Caches session look-ups. Unknown tokens are not cached, because clients can invent any number of them.
 * @param keepMs longest age of a cached session in milliseconds; 0 disables the cache
 */
export function createSessionCache(clock: () => Date, keepMs = KEEP_MS) {
  const entries = new LRUCache<string, { readonly session: Session; readonly until: number }>({ max: MOST_ENTRIES });
  /** Incremented by every change, so that an earlier look-up cannot cache an outdated session. */
  let changes = 0;

  return {
    async get(token: string, load: () => Promise<Session | null>): Promise<Session | null> {
      const now = clock().getTime();
      const kept = entries.get(token);
      if (kept && kept.until > now) return kept.session;
      const seen = changes;
      const session = await load();
      entries.delete(token);
      if (session === null || seen !== changes) return session;
      // The time before the look-up: its answer may be that old. What it may read as an auditor ends to the millisecond.
      const ends = [session.audits, session.view?.own.audits].map((audits) => Date.parse(audits?.until ?? LATER));
      entries.set(token, { session, until: Math.min(now + keepMs, ...ends) });
      return session;
    },
    forget(token: string): void {
      changes += 1;
      entries.delete(token);
    },
    forgetAll(): void {
      changes += 1;
      entries.clear();
    },
  };
}
