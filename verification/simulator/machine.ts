import type { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import type { Dice } from '../trust/dice.ts';

/** Probability of each fault at one step, from 0 to 1. */
export interface Chances {
  /** The store does not execute the request. */
  fails: number;
  /** The store executes the request and its answer is lost. */
  answerIsLost: number;
  /** The step takes up to four seconds. */
  stalls: number;
}

/** Never resolves: its process is dead. */
const NEVER = new Promise<never>(() => {});
const STEP_MS = 3;
const STALL_MS = 4_000;
/** How often a frozen process checks whether it may continue, in milliseconds. */
const THAW_CHECK_MS = 500;

/**
 * A simulated process that can be killed and frozen. All its I/O goes through `ask`; the requests of a dead process never
 * resolve, so none of its code continues.
 */
export class Machine {
  isAlive = true;
  private thawsAt = 0;
  private readonly death = new AbortController();

  constructor(
    readonly name: string,
    readonly time: ManualTimers,
    readonly dice: Dice,
    readonly chances: Chances,
  ) {}

  /** Aborts when the process is killed. */
  get signal(): AbortSignal {
    return this.death.signal;
  }

  /** kill -9. */
  die(): void {
    this.isAlive = false;
    this.death.abort();
  }

  /** SIGSTOP, and SIGCONT after `ms` milliseconds. */
  freeze(ms: number): void {
    this.thawsAt = Math.max(this.thawsAt, this.time.monotonic() + ms);
  }

  /** SIGCONT. */
  thaw(): void {
    this.thawsAt = 0;
  }

  /** A round trip to a server, which executes `work` in between, even if the process dies meanwhile. */
  async ask<T>(work: () => T | Promise<T>, failure: (isDone: boolean) => Error): Promise<T> {
    await this.pause();
    if (this.happens(this.chances.fails)) {
      await this.pause();
      throw failure(false);
    }
    const answer = await work();
    await this.pause();
    if (this.happens(this.chances.answerIsLost)) throw failure(true);
    return answer;
  }

  /** One way to a server. Never resolves for a dead process. */
  async pause(): Promise<void> {
    await this.time.sleep(this.dice.next() * (this.happens(this.chances.stalls) ? STALL_MS : STEP_MS));
    while (this.isAlive && this.thawsAt > this.time.monotonic()) await this.time.sleep(THAW_CHECK_MS);
    if (!this.isAlive) await NEVER;
  }

  private happens(chance: number): boolean {
    return chance > 0 && this.dice.next() < chance;
  }
}
