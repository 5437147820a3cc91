import { setTimeout as sleep } from 'node:timers/promises';

/** Longest pause before a command that somebody was ahead of is tried again: short, so that it finds the gaps below. */
const LONGEST_RETRY_PAUSE_MS = 25;
const LONGEST_SETTLING_PAUSE_MS = 500;
/** Appends in a row after which a queue makes a gap in which another process can read and append, in milliseconds. */
const ROW_ALONE = 100;
const ROW_AMONG_OTHERS = 4;
/** The same in commands, of which an append may have many. */
const COMMANDS_ALONE = 400;
const GAP_MS = [5, 15] as const;
/** For how long another process that was met on a stream counts as being there still, in milliseconds. */
const REMEMBERED_MS = 1_000;

/** A pause with jitter, so that processes in each other's way do not meet again in step. */
export function beforeRetry(attempt: number): Promise<unknown> {
  return sleep(Math.random() * Math.min(LONGEST_RETRY_PAUSE_MS, 2 ** attempt));
}

/** A growing pause while a store does not say whether it has appended. */
export function beforeSettling(attempt: number): Promise<unknown> {
  return sleep(Math.random() * Math.min(LONGEST_SETTLING_PAUSE_MS, 80 * 2 ** (attempt - 1)));
}

/**
 * Shares a stream between processes. Whoever appended last knows the newest state and would always be first again, while
 * the others have to read before each try; so a queue makes gaps, more of them while it knows that it is not alone.
 */
export class Courtesy {
  private row = 0;
  private commands = 0;
  private metAt = Number.NEGATIVE_INFINITY;

  /** Another process was ahead. */
  met(): void {
    this.metAt = performance.now();
  }

  /** This process has appended what so many commands came to. */
  appended(commands: number): void {
    this.row += 1;
    this.commands += commands;
  }

  /** Between two appends of a queue. */
  async betweenAppends(): Promise<void> {
    const isAlone = performance.now() - this.metAt > REMEMBERED_MS;
    if (this.row < (isAlone ? ROW_ALONE : ROW_AMONG_OTHERS) && this.commands < COMMANDS_ALONE) return;
    this.queueEnded();
    const [least, most] = GAP_MS;
    await sleep(least + Math.random() * (most - least));
  }

  /** The queue is empty, which is the widest gap. */
  queueEnded(): void {
    this.row = 0;
    this.commands = 0;
  }
}
