import type { Timers } from '@perktree/platform/time/timers';

/** Short, so that a retry finds the gaps that `StreamBackoff` leaves. */
const MAX_RETRY_PAUSE_MS = 25;
const MAX_SETTLING_PAUSE_MS = 500;
/** Appends and commands in a row after which a queue pauses. */
const MAX_APPENDS = 100;
const MAX_COMMANDS = 400;
/** Long enough for another process to read and append. */
const PAUSE_MS = { min: 5, max: 15 } as const;
/**
 * After each append to a contended stream. An append takes some milliseconds from its decision to its commit; in a pause that is
 * several times as long, a handful of processes seldom meet, and their next commands gather to share an append.
 */
const CONTENDED_PAUSE_MS = { min: 15, max: 35 } as const;
/** A stream counts as contended for this long after a conflict. */
const CONTENDED_MS = 1_000;

/** Pause with jitter before retrying after a conflict. */
export function beforeRetry(attempt: number, timers: Timers): Promise<unknown> {
  return timers.sleep(Math.random() * Math.min(MAX_RETRY_PAUSE_MS, 2 ** attempt));
}

/** Exponential pause with jitter before repeating an append whose outcome is unknown. */
export function beforeSettling(attempt: number, timers: Timers): Promise<unknown> {
  return timers.sleep(Math.random() * Math.min(MAX_SETTLING_PAUSE_MS, 80 * 2 ** (attempt - 1)));
}

/**
 * Shares a stream fairly between processes. The process that appended last holds the newest state, so it would win every
 * race against processes that must read first. It pauses after some appends, and after each while the stream is contended.
 */
export class StreamBackoff {
  private appends = 0;
  private commands = 0;
  private conflictAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly timers: Timers) {}

  /** Another process appended first. */
  conflictSeen(): void {
    this.conflictAt = this.timers.monotonic();
  }

  /** @param commands that shared the append */
  appended(commands: number): void {
    this.appends += 1;
    this.commands += commands;
  }

  async betweenAppends(): Promise<void> {
    const isContended = this.timers.monotonic() - this.conflictAt <= CONTENDED_MS;
    if (!isContended && this.appends < MAX_APPENDS && this.commands < MAX_COMMANDS) return;
    this.reset();
    const { min, max } = isContended ? CONTENDED_PAUSE_MS : PAUSE_MS;
    await this.timers.sleep(min + Math.random() * (max - min));
  }

  /** Call it when the queue is empty, which leaves a gap by itself. */
  reset(): void {
    this.appends = 0;
    this.commands = 0;
  }
}
