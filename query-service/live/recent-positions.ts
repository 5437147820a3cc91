/** How far back a new reader gets changes, in milliseconds: longer than a page takes to load. */
const SPAN_MS = 5_000;

/** Remembers where the read models stood a few seconds ago. */
export class RecentPositions {
  private passedOnes: { readonly position: bigint; readonly at: number }[] = [];

  /** A position was left for a later one. @param now milliseconds since 1970 */
  passed(position: bigint, now: number): void {
    this.passedOnes = this.passedOnes.filter(({ at }) => at > now - SPAN_MS);
    this.passedOnes.push({ position, at: now });
  }

  /** The position that the span began with; null where it has not moved since. */
  before(now: number): bigint | null {
    return this.passedOnes.find(({ at }) => at > now - SPAN_MS)?.position ?? null;
  }
}
