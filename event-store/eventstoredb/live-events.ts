import { setImmediate as turn } from 'node:timers/promises';
import type { AllStreamSubscription } from '@eventstore/db-client';
import type { StoredEvent } from '../port.ts';
import { isOwn, positionOf, toStoredEvent } from './stored-events.ts';

/**
 * Events that may wait in the client: a second at 4,000 appends a second, and about 10 MB. The server itself keeps 32
 * events for a live subscription and then ends it, so everything that it sends is taken at once.
 */
const MOST_WAITING = 4_096;

/** The consumer is slower than the appends; the events that it lacks are read. */
export class FellBehind extends Error {
  override readonly name = 'FellBehind';
}

/** The buffer of a live subscription. */
export class LiveEvents {
  /** Rejects with what ends the subscription before the server has begun it. */
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
      // The listener stays: errors may come even after the subscription was left.
      subscription.on('error', (error: Error) => {
        this.end(error);
        reject(error);
      });
    });
    this.confirmed.catch(() => {});
    subscription.on('end', this.end);
    subscription.on('close', this.end);
    subscription.on('data', this.take);
    signal.addEventListener('abort', this.ring);
  }

  /**
   * The next events, up to a maximum; empty after a silence, or when the signal aborts.
   * @throws FellBehind, or what ended the subscription
   */
  async next(size: number, silenceMs: number): Promise<readonly StoredEvent[]> {
    if (this.waiting.length === 0 && !this.failure && !this.signal.aborted) await this.sign(silenceMs);
    // Events come one by one, though often close together: those that are there within a turn go in one batch.
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
    this.signal.removeEventListener('abort', this.ring);
  }

  private readonly take = ({ event }: { event?: Parameters<typeof toStoredEvent>[0] }) => {
    // Skip repeated events.
    if (this.failure || !event || !isOwn(event) || positionOf(event) <= this.position) return;
    this.waiting.push(toStoredEvent(event));
    this.position = positionOf(event);
    if (this.waiting.length >= MOST_WAITING) this.end(new FellBehind());
    this.ring();
  };

  private readonly end = (error?: Error) => {
    const isTooSlow = /consumer too slow/i.test(error?.message ?? '');
    this.failure ??= isTooSlow ? new FellBehind() : (error ?? new Error('the server ended it'));
    this.ring();
  };

  private readonly ring = () => this.wake?.();

  private async sign(withinMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
    this.wake = undefined;
  }
}
