import type { Session } from '@perktree/platform/http/session';

/** The longest that a change made by another process stays unseen. */
const KEEP_MS = 1_000;
const MOST_ENTRIES = 10_000;

/**
 * Saves one look-up a call while somebody clicks along. Unknown tokens are not kept: anyone can make those up.
 * @param keepMs how old an answer may be, in milliseconds; 0: every call looks
 */
export function createSessionCache(clock: () => Date, keepMs = KEEP_MS) {
  const entries = new Map<string, { readonly session: Session; readonly until: number }>();
  /** Rises with every change, so that a look-up begun before it cannot put back what it made outdated. */
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
      if (entries.size >= MOST_ENTRIES) entries.clear();
      // From before the look-up, as that is how old its answer may be.
      entries.set(token, { session, until: now + keepMs });
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
