import pLimit, { type LimitFunction } from 'p-limit';

export interface LimitByKey {
  /** @param concurrency of the key from now on. Left out: as it was */
  <T>(key: string, work: () => Promise<T>, concurrency?: number): Promise<T>;
  /** Works of a key that have not settled: those under way, and those that wait. */
  countOf(key: string): number;
  /** Works of all keys that have not begun. */
  readonly waiting: number;
}

/** Bounds concurrency for each key. A key's limit is kept for as long as it has work. */
export function limitByKey(concurrency: number): LimitByKey {
  const limits = new Map<string, { readonly limit: LimitFunction; works: number }>();
  const run = async <T>(key: string, work: () => Promise<T>, ofKey?: number): Promise<T> => {
    const kept = limits.get(key) ?? { limit: pLimit(concurrency), works: 0 };
    limits.set(key, kept);
    kept.works += 1;
    if (ofKey !== undefined) kept.limit.concurrency = ofKey;
    try {
      return await kept.limit(work);
    } finally {
      kept.works -= 1;
      if (kept.works === 0) limits.delete(key);
    }
  };
  return Object.defineProperty(
    Object.assign(run, { countOf: (key: string) => limits.get(key)?.works ?? 0 }),
    'waiting',
    { get: () => [...limits.values()].reduce((sum, { limit }) => sum + limit.pendingCount, 0) },
  ) as LimitByKey;
}
