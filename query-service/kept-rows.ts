import type { PositionFeed } from './position-feed.ts';

/** How long rows are kept at most, in milliseconds, should a change ever come about of which nobody tells. */
const LONGEST_MS = 1_000;
/** Rows that are kept at once, about a kilobyte each, and those of one answer; both only bound memory. */
const MOST_ROWS = 10_000;
const MOST_OF_ONE = 100;

/**
 * What was read a moment ago, for as long as no read model has changed since: between two changes everybody who opens the
 * same link is shown the same rows. Every transaction that changes read models tells of it, in any process, so whoever
 * waits for a position (`X-Min-Position`) never meets rows from before it. While that cannot be heard, nothing is kept.
 */
export class KeptRows<Row> {
  private readonly kept = new Map<string, { readonly rows: readonly Row[]; readonly readAt: number }>();
  private keptRows = 0;
  private keptSince: number | null = null;

  constructor(private readonly feed: Pick<PositionFeed, 'changes'>) {}

  /** @param key all that the rows depend on besides the read models: what was asked for, and by whom */
  async of(key: string, read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    const { changes } = this.feed;
    if (changes !== this.keptSince) this.forgetAll();
    this.keptSince = changes;
    const now = performance.now();
    const known = this.kept.get(key);
    if (known !== undefined && now - known.readAt < LONGEST_MS) return known.rows;
    const rows = await read();
    // Nothing: whoever makes up links would fill the memory with them.
    const isKept = rows.length > 0 && rows.length <= MOST_OF_ONE && changes !== null && changes === this.feed.changes;
    if (isKept) this.keep(key, rows, now);
    return rows;
  }

  private keep(key: string, rows: readonly Row[], readAt: number): void {
    if (this.keptRows + rows.length > MOST_ROWS) this.forgetAll();
    this.keptRows += rows.length - (this.kept.get(key)?.rows.length ?? 0);
    this.kept.set(key, { rows, readAt });
  }

  private forgetAll(): void {
    this.kept.clear();
    this.keptRows = 0;
  }
}
