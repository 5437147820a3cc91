import type { StoreLogger } from '../logger.ts';
import { FellBehind } from './live-events.ts';
import type { Timing } from './timing.ts';

/** Least time in milliseconds between two log lines about a subscription that is lost or behind. */
const TOLD_EVERY_MS = 60_000;

/** Logs the state of a subscription, and computes the backoff before the next attempt. */
export class SubscriptionLog {
  private failures = 0;
  private readonly loss: Occasional;
  private readonly lag: Occasional;
  private isLossTold = false;

  constructor(
    private readonly pauses: Timing['pauses'],
    private readonly logger: StoreLogger | undefined,
  ) {
    this.loss = new Occasional((text) => logger?.warn(text));
    this.lag = new Occasional((text) => logger?.info(text));
  }

  failed(error: Error): void {
    if (error instanceof FellBehind) {
      this.lag.tell('event store: a subscription could not keep up with the appends; it catches up by reads');
    } else if (this.failures++ === 0) {
      this.isLossTold = this.loss.tell(`event store: a subscription was lost: ${error.message}`);
    }
  }

  reads(): void {
    if (this.failures > 0 && this.isLossTold) this.logger?.info('event store: a subscription reads again');
    this.failures = 0;
  }

  /** Exponential backoff with jitter, so that processes that lost the same server do not retry together. */
  pauseMs(): number {
    const { first, longest } = this.pauses;
    if (this.failures === 0) return 0;
    return Math.min(first * 2 ** (this.failures - 1), longest) * (0.5 + Math.random() / 2);
  }
}

class Occasional {
  private toldAt: number | undefined;
  private untold = 0;

  constructor(private readonly write: (text: string) => void) {}

  /** @returns whether it was logged */
  tell(text: string): boolean {
    if (this.toldAt !== undefined && Date.now() - this.toldAt < TOLD_EVERY_MS) {
      this.untold += 1;
      return false;
    }
    this.write(this.untold === 0 ? text : `${text} (${this.untold} more times since the last line)`);
    this.toldAt = Date.now();
    this.untold = 0;
    return true;
  }
}
