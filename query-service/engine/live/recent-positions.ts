/** How far back a new reader gets changes, in milliseconds: longer than a page takes to load. */
const SPAN_MS = 5_000;

/** Remembers the positions that the read models passed in the last seconds (`SPAN_MS`). */
export class RecentPositions {
  private passedPositions: { readonly position: bigint; readonly at: number }[] = [];

  /** Records that the read models moved on from a position. @param now milliseconds since 1970 */
  passed(position: bigint, now: number): void {
    this.passedPositions = this.passedPositions.filter(({ at }) => at > now - SPAN_MS);
    this.passedPositions.push({ position, at: now });
  }

  /** The position at the start of the span; null if it has not moved since. @param now milliseconds since 1970 */
  before(now: number): bigint | null {
    return this.passedPositions.find(({ at }) => at > now - SPAN_MS)?.position ?? null;
  }
}
