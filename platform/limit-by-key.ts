import pLimit, { type LimitFunction } from 'p-limit';

/** Bounds concurrency for each key. A key's limit is kept for as long as it has work. */
export function limitByKey(concurrency: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, { readonly limit: LimitFunction; works: number }>();
  return async (key, work) => {
    const kept = limits.get(key) ?? { limit: pLimit(concurrency), works: 0 };
    limits.set(key, kept);
    kept.works += 1;
    try {
      return await kept.limit(work);
    } finally {
      kept.works -= 1;
      if (kept.works === 0) limits.delete(key);
    }
  };
}
