import type { OperationProgress } from './operation.ts';

/**
 * How long indexes, comparison and swap take, as a share of the reading: as measured (docs/projections.md), until they
 * are under way and their own progress says more.
 */
const SHARE_OF_THE_REST = 0.2;
/** The speed that counts is that of the newest part of the run: tables grow, and others use the machine. */
const NEWEST_PART = 0.5;
/** Before that many milliseconds a speed says nothing. */
const SHORTEST_MS = 500;

interface Sample {
  readonly at: number;
  readonly events: number;
}

/**
 * How far a rebuild is and how long it will take. Counts events, not positions: where positions have gaps, the events to
 * come are estimated by how many there were to a position so far.
 */
export class Estimate {
  private readonly samples: Sample[] = [];
  private phase: OperationProgress['phase'] = 'reading';
  private events = 0;
  private position: bigint;
  private rest = { since: 0, expectedMs: 0, done: 0 };

  /**
   * @param options.now milliseconds of any clock
   * @param options.before events that earlier runs have read
   */
  constructor(
    private readonly options: {
      readonly now: () => number;
      readonly from: bigint;
      readonly head: bigint;
      readonly before: number;
    },
  ) {
    this.position = options.from;
    this.samples.push({ at: options.now(), events: 0 });
  }

  /** Some events were read, up to a position. */
  read(events: number, position: bigint): void {
    this.events += events;
    this.position = position;
    this.samples.push({ at: this.options.now(), events: this.events });
  }

  /** What comes after the reading. @param done of it, from 0 to 1 */
  goOn(phase: OperationProgress['phase'], done: number): void {
    if (this.phase === 'reading') this.rest = { since: this.options.now(), expectedMs: this.restMs(), done };
    this.phase = phase;
    this.rest.done = done;
  }

  progress(): OperationProgress {
    const left = this.phase === 'reading' ? this.readingMs() : 0;
    const rest = this.phase === 'reading' ? this.restMs() : this.restLeftMs();
    const elapsed = this.options.now() - (this.samples[0]?.at ?? 0);
    const known = elapsed >= SHORTEST_MS && this.events > 0;
    const share = known ? elapsed / (elapsed + left + rest || 1) : 0;
    return {
      phase: this.phase,
      percent: Math.min(100, Math.round(share * 1000) / 10),
      events: this.options.before + this.events,
      eventsLeft: this.phase === 'reading' ? Math.round(this.eventsLeft()) : 0,
      eventsPerSecond: Math.round(this.rate() * 1000),
      secondsLeft: known ? Math.ceil((left + rest) / 1000) : null,
    };
  }

  private eventsLeft(): number {
    const { from, head } = this.options;
    if (this.position >= head) return 0;
    const perPosition = this.position > from ? this.events / Number(this.position - from) : 1;
    return Number(head - this.position) * perPosition;
  }

  /** Events a millisecond, of the newest part of the run. */
  private rate(): number {
    const first = this.samples[0];
    const last = this.samples.at(-1);
    if (first === undefined || last === undefined) return 0;
    const since = last.at - Math.max((last.at - first.at) * NEWEST_PART, SHORTEST_MS);
    const base = this.samples.findLast(({ at }) => at <= since) ?? first;
    return (last.events - base.events) / Math.max(last.at - base.at, 1);
  }

  private readingMs(): number {
    const rate = this.rate();
    return rate === 0 ? 0 : this.eventsLeft() / rate;
  }

  private restMs(): number {
    const elapsed = this.options.now() - (this.samples[0]?.at ?? 0);
    return SHARE_OF_THE_REST * (elapsed + this.readingMs());
  }

  private restLeftMs(): number {
    const { since, expectedMs, done } = this.rest;
    const elapsed = this.options.now() - since;
    const byPlan = Math.max(expectedMs - elapsed, 0);
    // What is done of it says more the more there is of it.
    return done === 0 ? byPlan : (1 - done) * byPlan + done * (elapsed / done - elapsed);
  }
}
