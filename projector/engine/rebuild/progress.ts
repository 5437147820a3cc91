import { systemTimers } from '@perktree/platform/time/timers';
import type { Operating, OperationProgress } from './operation.ts';

const TELL_EVERY_MS = 500;

/** Tells how far each step of an operation is: the database at most every 500 ms. */
export class Progress {
  private events: number;
  private step: { readonly phase: OperationProgress['phase']; readonly began: number; readonly eventsBefore: number };
  private told = Number.NEGATIVE_INFINITY;

  /** @param to.before events that earlier runs have read */
  constructor(
    private readonly to: Pick<Operating, 'tell'> & {
      readonly before?: number;
      readonly onProgress?: ((progress: OperationProgress) => void) | undefined;
    },
    private readonly now = () => systemTimers.monotonic(),
  ) {
    this.events = to.before ?? 0;
    this.step = this.begin('reading');
  }

  /** After a page of events that ends at a position. */
  async read(events: number, position: bigint, upTo: bigint): Promise<void> {
    this.events += events;
    await this.show('reading', upTo === 0n ? 1 : Number(position) / Number(upTo));
  }

  /** @param done share of the step, from 0 to 1 */
  async show(phase: OperationProgress['phase'], done: number): Promise<void> {
    if (this.step.phase !== phase) this.step = this.begin(phase);
    const now = this.now();
    const elapsed = now - this.step.began;
    const left = done > 0 ? (1 - done) / done : null;
    const progress = {
      phase,
      percent: Math.round(done * 1000) / 10,
      events: this.events,
      eventsLeft: phase === 'reading' && left !== null ? Math.round(this.events * left) : 0,
      eventsPerSecond: Math.round(((this.events - this.step.eventsBefore) * 1000) / Math.max(elapsed, 1)),
      secondsLeft: left === null || elapsed < TELL_EVERY_MS ? null : Math.ceil((elapsed * left) / 1000),
    };
    this.to.onProgress?.(progress);
    if (now - this.told < TELL_EVERY_MS) return;
    this.told = now;
    await this.to.tell(progress);
  }

  private begin(phase: OperationProgress['phase']) {
    return { phase, began: this.now(), eventsBefore: this.events };
  }
}
