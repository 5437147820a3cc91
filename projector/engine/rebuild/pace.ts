/** Share of the run that counts, the newest one, because the load of the machine changes. */
const NEWEST_PART = 0.5;
/** Least milliseconds for a meaningful speed. */
const SHORTEST_MS = 500;
/** Most samples; above it, every other one is dropped. */
const MOST_SAMPLES = 500;

/** The current speed of a process, from its newest observations. */
export class Pace {
  private samples: { readonly at: number; readonly count: number }[];
  private count = 0;

  /** @param begin milliseconds of any clock */
  constructor(begin: number) {
    this.samples = [{ at: begin, count: 0 }];
  }

  add(at: number, count: number): void {
    this.count += count;
    this.samples.push({ at, count: this.count });
    if (this.samples.length > MOST_SAMPLES) this.samples = this.samples.filter((_, place) => place % 2 === 0);
  }

  /** Count per millisecond. */
  rate(): number {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (first === undefined || last === undefined) return 0;
    const since = last.at - Math.max((last.at - first.at) * NEWEST_PART, SHORTEST_MS);
    const base = this.samples.findLast(({ at }) => at <= since) ?? first;
    return (last.count - base.count) / Math.max(last.at - base.at, 1);
  }
}
