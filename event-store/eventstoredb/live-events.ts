import { setImmediate as turn } from 'node:timers/promises';
import type { AllStreamSubscription } from '@eventstore/db-client';
import { systemTimers } from '@perktree/platform/time/timers';
import type { StoredEvent } from '../port.ts';
import { isOwn, positionOf, toStoredEvent } from './stored-events.ts';

/**
 * Most events in the client's buffer: one second of 4,000 appends per second, about 10 MB. The server buffers only 32 events
 * for a live subscription and then ends it, so the client takes everything at once.
 */
const MAX_WAITING = 4_096;

/** The consumer is slower than the appends. The caller catches up by reads. */
export class FellBehind extends Error {
  override readonly name = 'FellBehind';
}

export class LiveEvents {
  /** Resolves when the server has begun the subscription; rejects with an error before that. */
  readonly confirmed: Promise<void>;
  private readonly waiting: StoredEvent[] = [];
  /** The error that ended the subscription. Buffered events are still delivered. */
  private failure: Error | undefined;
  private wake: (() => void) | undefined;

  constructor(
    private readonly subscription: AllStreamSubscription,
    private position: bigint,
    private readonly signal: AbortSignal,
  ) {
    this.confirmed = new Promise<void>((resolve, reject) => {
      subscription.on('confirmation', resolve);
      // This listener is never removed: errors may come after `stop`.
      subscription.on('error', (error: Error) => {
        this.end(error);
        reject(error);
      });
    });
    this.confirmed.catch(() => {});
    subscription.on('end', this.end);
    subscription.on('close', this.end);
    subscription.on('data', this.take);
    signal.addEventListener('abort', this.notify);
  }

  /**
   * The next events, at most `size`; empty after `silenceMs` without events, or when the signal aborts.
   * @throws FellBehind, or the error that ended the subscription
   */
  async next(size: number, silenceMs: number): Promise<readonly StoredEvent[]> {
    if (this.waiting.length === 0 && !this.failure && !this.signal.aborted) await this.waitForChange(silenceMs);
    // Events come one by one, often close together: those that arrive within a turn of the event loop share a batch.
    const batch = this.waiting.splice(0, size);
    for (let more = batch.length > 0; more && batch.length < size; ) {
      await turn();
      const next = this.waiting.splice(0, size - batch.length);
      batch.push(...next);
      more = next.length > 0;
    }
    if (batch.length === 0 && this.failure) throw this.failure;
    return batch;
  }

  stop(): void {
    this.subscription.off('data', this.take);
    this.signal.removeEventListener('abort', this.notify);
  }

  private readonly take = ({ event }: { event?: Parameters<typeof toStoredEvent>[0] }) => {
    // Skip repeated events.
    if (this.failure || !event || !isOwn(event) || positionOf(event) <= this.position) return;
    this.waiting.push(toStoredEvent(event));
    this.position = positionOf(event);
    if (this.waiting.length >= MAX_WAITING) this.end(new FellBehind());
    this.notify();
  };

  private readonly end = (error?: Error) => {
    const isTooSlow = /consumer too slow/i.test(error?.message ?? '');
    this.failure ??= isTooSlow ? new FellBehind() : (error ?? new Error('the server ended it'));
    this.notify();
  };

  private readonly notify = () => this.wake?.();

  private async waitForChange(withinMs: number): Promise<void> {
    let endTimer = () => {};
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      endTimer = systemTimers.after(withinMs, resolve);
    });
    endTimer();
    this.wake = undefined;
  }
}
