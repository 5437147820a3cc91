/** The longest that a change made by another process stays unseen. */
const KEEP_MS = 1_000;
const MAX_ENTRIES = 10_000;

export type NameCache = ReturnType<typeof createNameCache>;

/**
 * Caches names of accounts for a short time, because lists and trees need the same few names repeatedly. Names of unknown
 * accounts are not cached.
 * @param keepMs longest age of a cached name in milliseconds; 0 disables the cache
 */
export function createNameCache(clock: () => Date, keepMs = KEEP_MS) {
  const names = new Map<string, string>();
  let since = 0;
  /** Incremented by every change and erasure, so that an earlier look-up cannot cache the name of before. */
  let changes = 0;

  return {
    /** @param load returns the names of existing accounts */
    async of(
      ids: readonly string[],
      load: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
    ): Promise<ReadonlyMap<string, string>> {
      const now = clock().getTime();
      if (now - since >= keepMs || names.size >= MAX_ENTRIES) {
        names.clear();
        since = now;
      }
      // A copy: another call may clear the cache before the caller reads it.
      if (ids.every((id) => names.has(id))) return new Map(ids.map((id) => [id, names.get(id) as string]));
      const seen = changes;
      const found = await load(ids);
      if (seen === changes) for (const [id, name] of found) names.set(id, name);
      return found;
    },
    forgetAll(): void {
      changes += 1;
      names.clear();
    },
  };
}
