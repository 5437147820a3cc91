import type { Session } from '@perktree/platform/http/session';
import { LRUCache } from 'lru-cache';

/** The longest that a change made by another process stays unseen where this process does not hear of it. */
const KEEP_MS = 1_000;
const MAX_ENTRIES = 10_000;

/** A session, and until when it is as it is if it is not changed; milliseconds since 1970. */
export interface FoundSession {
  readonly session: Session;
  readonly until: number;
}

/**
 * Caches session look-ups. Unknown tokens are not cached, because clients can invent any number of them.
 * @param options.keepMs longest age in milliseconds of a cached session whose changes are not heard; 0: it is looked up again
 * @param options.hearsAll whether this process hears of all changes, and calls `forget…`
 */
export function createSessionCache(
  clock: () => Date,
  { keepMs = KEEP_MS, hearsAll = () => false }: { readonly keepMs?: number; readonly hearsAll?: () => boolean } = {},
) {
  const entries = new LRUCache<string, FoundSession & { readonly at: number }>({ max: MAX_ENTRIES });
  /** Incremented by every change, so that an earlier look-up cannot cache an outdated session. */
  let changes = 0;

  return {
    async get(token: string, load: () => Promise<FoundSession | null>): Promise<Session | null> {
      // The time before the look-up: its answer may be that old.
      const at = clock().getTime();
      const isHeard = hearsAll();
      const kept = entries.get(token);
      if (kept && at < kept.until && (isHeard || at - kept.at < keepMs)) return kept.session;
      const seen = changes;
      const found = await load();
      entries.delete(token);
      if (found !== null && seen === changes) entries.set(token, { ...found, at });
      return found?.session ?? null;
    },
    forget(token: string): void {
      changes += 1;
      entries.delete(token);
    },
    /** Also the sessions that view the product as this user. */
    forgetUser(userId: string): void {
      changes += 1;
      for (const [token, { session }] of [...entries.entries()])
        if (session.userId === userId || session.view?.own.userId === userId) entries.delete(token);
    },
    forgetAll(): void {
      changes += 1;
      entries.clear();
    },
  };
}
