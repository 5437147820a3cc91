import type { Dice } from '../dice.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Chances of what goes wrong at one step, each from 0 to 1. */
export interface Chances {
  /** A store or database does not do what it was asked. */
  fails: number;
  /** It does it, and the answer is lost. */
  answerIsLost: number;
  /** A step takes very long. */
  stalls: number;
}

/** Never comes: whoever waited for it is dead. */
const NEVER = new Promise<never>(() => {});
const STEP_MS = 3;
const STALL_MS = 4_000;
/** How late one that stood still may find that it goes on, in milliseconds. */
const LOOKS_EVERY_MS = 500;

/**
 * A process of the product, as far as it can die and freeze: everything that it asks of the world goes through `ask`. What
 * a dead one waited for never comes, so none of its code goes on.
 */
export class Machine {
  isAlive = true;
  private thawsAt = 0;
  private readonly endings: (() => void)[] = [];

  constructor(
    readonly name: string,
    readonly time: VirtualTime,
    readonly dice: Dice,
    readonly chances: Chances,
  ) {}

  /** kill -9. */
  die(): void {
    this.isAlive = false;
    for (const end of this.endings) end();
  }

  /** SIGSTOP, and SIGCONT after so many milliseconds. */
  freeze(ms: number): void {
    this.thawsAt = Math.max(this.thawsAt, this.time.now + ms);
  }

  /** SIGCONT. */
  thaw(): void {
    this.thawsAt = 0;
  }

  onDeath(end: () => void): void {
    this.endings.push(end);
  }

  /** The way to a server and back; in between the server does the work. */
  async ask<T>(work: () => T | Promise<T>, failure: (isDone: boolean) => Error): Promise<T> {
    await this.travel();
    if (this.happens(this.chances.fails)) {
      await this.travel();
      throw failure(false);
    }
    const answer = await work();
    await this.travel();
    if (this.happens(this.chances.answerIsLost)) throw failure(true);
    return answer;
  }

  private happens(chance: number): boolean {
    return chance > 0 && this.dice.next() < chance;
  }

  private async travel(): Promise<void> {
    await this.time.sleep(this.dice.next() * (this.happens(this.chances.stalls) ? STALL_MS : STEP_MS));
    while (this.isAlive && this.thawsAt > this.time.now) await this.time.sleep(LOOKS_EVERY_MS);
    if (!this.isAlive) await NEVER;
  }
}
