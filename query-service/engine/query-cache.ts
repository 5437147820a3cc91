import { LRUCache } from 'lru-cache';
import type { PositionFeed } from './position-feed.ts';

/** Most rows in the cache, about 1 KB each, and most rows of one cached answer. Both bound memory. */
const MAX_ROWS = 10_000;
const MAX_OF_ONE = 100;

/**
 * Caches rows until a read model changes. Every transaction that changes read models sends a notification, in any
 * process, so a read with `X-Min-Position` never gets rows from before that position. While notifications cannot be
 * received, nothing is cached: after a lost connection, rows are at most a second old (position-feed.ts).
 */
export class QueryCache<Row> {
  private readonly cached = new LRUCache<string, readonly Row[]>({
    maxSize: MAX_ROWS,
    sizeCalculation: ({ length }) => length,
  });
  private cachedSince: number | null = null;

  constructor(private readonly feed: Pick<PositionFeed, 'changes'>) {}

  /** @param key everything other than the read models that the rows depend on: the query and the caller */
  async of(key: string, read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    const { changes } = this.feed;
    if (changes !== this.cachedSince) this.cached.clear();
    this.cachedSince = changes;
    const known = this.cached.get(key);
    if (known !== undefined) return known;
    const rows = await read();
    // Do not cache misses: guessed links would fill the cache.
    const isCached = rows.length > 0 && rows.length <= MAX_OF_ONE && changes !== null && changes === this.feed.changes;
    if (isCached) this.cached.set(key, rows);
    return rows;
  }
}
