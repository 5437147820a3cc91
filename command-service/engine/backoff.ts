import type { Timers } from '@perktree/platform/time/timers';

/** Short, so that a retry finds the gaps that `StreamBackoff` leaves. */
const MAX_RETRY_PAUSE_MS = 25;
const MAX_SETTLING_PAUSE_MS = 500;
/** Appends in a row after which a queue pauses, without and with recent conflicts. */
const APPENDS_UNCONTENDED = 100;
const APPENDS_CONTENDED = 4;
/** Commands in a row after which a queue pauses. */
const MAX_COMMANDS = 400;
/** Long enough for another process to read and append. */
const PAUSE_MS = { min: 5, max: 15 } as const;
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
 * race against processes that must read first. It pauses after some appends, more often while the stream is contended.
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
    const maxAppends = isContended ? APPENDS_CONTENDED : APPENDS_UNCONTENDED;
    if (this.appends < maxAppends && this.commands < MAX_COMMANDS) return;
    this.reset();
    await this.timers.sleep(PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min));
  }

  /** Call it when the queue is empty, which leaves a gap by itself. */
  reset(): void {
    this.appends = 0;
    this.commands = 0;
  }
}
