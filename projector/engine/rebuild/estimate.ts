import type { OperationProgress } from './operation.ts';
import { Pace } from './pace.ts';

/** Costs of a rebuild in milliseconds: per event, per row and index, per compared row. */
export interface Costs {
  readonly msOfEvent: number;
  readonly msOfEntry: number;
  readonly msOfRow: number;
}

/** Measured defaults (docs/reference/performance.md), until a rebuild of this database has measured its own. */
const USUAL: Costs = { msOfEvent: 0.1, msOfEntry: 0.0014, msOfRow: 0.013 };
/** Least events for a meaningful measurement of costs. */
const FEWEST_EVENTS = 10_000;
/** Least milliseconds for a meaningful speed. */
const SHORTEST_MS = 500;

/** New rows, and the number of their entries in the indexes that are created afterwards. */
export interface WrittenRows {
  readonly rows: number;
  readonly entries: number;
}

type Phase = OperationProgress['phase'];
type Rest = 'indexing' | 'comparing';

/**
 * Estimates the progress and the remaining time of a rebuild. It counts events: if positions have gaps, it estimates the
 * remaining events by the events per position so far. The phases after reading are estimated by the expected number of rows
 * and the costs per row of the last rebuild, scaled by the current speed of reading.
 */
export class Estimate {
  private readonly pace: Pace;
  private readonly costs: Costs;
  private readonly began: number;
  private phase: Phase = 'reading';
  private readEnd = 0;
  private events = 0;
  private position: bigint;
  private written: WrittenRows = { rows: 0, entries: 0 };
  private readonly rest: Record<Rest, { since: number; planMs: number; done: number; tookMs: number | null }> = {
    indexing: { since: 0, planMs: 0, done: 0, tookMs: null },
    comparing: { since: 0, planMs: 0, done: 0, tookMs: null },
  };

  /**
   * @param options.now milliseconds of any clock
   * @param options.before events that earlier runs have read
   * @param options.costs measured by an earlier rebuild
   */
  constructor(
    private readonly options: {
      readonly now: () => number;
      readonly from: bigint;
      readonly head: bigint;
      readonly before: number;
      readonly costs?: Costs | null;
      /** Whether there are rows to compare with. Default true. */
      readonly compares?: boolean;
    },
  ) {
    this.position = options.from;
    this.costs = options.costs ?? USUAL;
    this.began = options.now();
    this.readEnd = this.began;
    this.pace = new Pace(this.began);
  }

  /** Records that events were read, up to a position. */
  read(events: number, position: bigint, { rows, entries }: WrittenRows = { rows: 0, entries: 0 }): void {
    this.events += events;
    this.position = position;
    this.written = { rows: this.written.rows + rows, entries: this.written.entries + entries };
    this.readEnd = this.options.now();
    this.pace.add(this.readEnd, events);
  }

  /** Records the progress of a phase after reading. @param done from 0 to 1 */
  goOn(phase: Exclude<Phase, 'reading'>, done: number): void {
    if (phase !== this.phase) this.begin(phase);
    if (phase !== 'swapping') this.rest[phase].done = done;
  }

  progress(): OperationProgress {
    const reading = this.phase === 'reading';
    const left = (reading ? this.readingMs() : 0) + this.restMs('indexing') + this.restMs('comparing');
    const elapsed = this.options.now() - this.began;
    const known = elapsed >= SHORTEST_MS && (this.events > 0 || this.rest.indexing.done > 0);
    const rate = this.pace.rate();
    // Assume that earlier runs read at the current speed.
    const behind = elapsed + (rate > 0 ? this.options.before / rate : 0);
    const share = known ? behind / (behind + left || 1) : 0;
    return {
      phase: this.phase,
      percent: Math.min(100, Math.round(share * 1000) / 10),
      events: this.options.before + this.events,
      eventsLeft: reading ? Math.round(this.eventsLeft()) : 0,
      eventsPerSecond: Math.round(rate * 1000),
      secondsLeft: known ? Math.ceil(left / 1000) : null,
    };
  }

  /** The costs that this run measured, for the next one; null if it was too short. */
  learned(): Costs | null {
    const { rows, entries } = this.written;
    const { indexing, comparing } = this.rest;
    if (this.events < FEWEST_EVENTS || entries === 0 || indexing.tookMs === null) return null;
    const msOfEvent = (this.readEnd - this.began) / this.events;
    const share = this.events / (this.options.before + this.events);
    const msOfRow = comparing.tookMs === null ? this.costs.msOfRow : (comparing.tookMs / rows) * share;
    return { msOfEvent, msOfEntry: (indexing.tookMs / entries) * share, msOfRow };
  }

  private begin(phase: Exclude<Phase, 'reading'>): void {
    const now = this.options.now();
    if (this.phase === 'indexing' || this.phase === 'comparing') {
      this.rest[this.phase].tookMs = now - this.rest[this.phase].since;
      this.rest[this.phase].done = 1;
    }
    if (phase === 'swapping') this.rest.comparing.done = 1;
    else Object.assign(this.rest[phase], { since: now, planMs: this.planMs(phase) });
    this.phase = phase;
  }

  private eventsLeft(): number {
    const { from, head } = this.options;
    if (this.position >= head) return 0;
    // biome-ignore lint/plugin: a rate of this store, for an estimate
    const perPosition = this.position > from ? this.events / Number(this.position - from) : 1;
    // biome-ignore lint/plugin: times that rate
    return Number(head - this.position) * perPosition;
  }

  private readingMs(): number {
    const rate = this.pace.rate();
    return rate === 0 ? 0 : this.eventsLeft() / rate;
  }

  /** The expected time of a phase that has not begun. */
  private planMs(phase: Rest): number {
    if (this.events === 0 || (phase === 'comparing' && this.options.compares === false)) return 0;
    const all = (this.options.before + this.events + (this.phase === 'reading' ? this.eventsLeft() : 0)) / this.events;
    const { rows, entries } = this.written;
    const [count, each] = phase === 'indexing' ? [entries, this.costs.msOfEntry] : [rows, this.costs.msOfRow];
    return count * all * each * this.slowness();
  }

  /** The ratio of actual to expected time: of reading, multiplied by that of indexing once it is known. */
  private slowness(): number {
    const { planMs, tookMs } = this.rest.indexing;
    const reading = 1 / (this.pace.rate() || 1) / this.costs.msOfEvent;
    return tookMs !== null && planMs > 0 ? reading * (tookMs / planMs) : reading;
  }

  private restMs(phase: Rest): number {
    const { since, planMs, done } = this.rest[phase];
    if (done >= 1) return 0;
    if (this.phase !== phase) return this.planMs(phase);
    const elapsed = this.options.now() - since;
    const byPlan = Math.max(planMs - elapsed, planMs * (1 - done) * 0.5);
    // The measured part gets more weight as it grows.
    return done === 0 ? byPlan : (1 - done) * byPlan + done * (elapsed / done - elapsed);
  }
}
