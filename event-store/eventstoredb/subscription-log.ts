import { systemTimers } from '@perktree/platform/time/timers';
import type { StoreLogger } from '../logger.ts';
import { FellBehind } from './live-events.ts';
import type { Timing } from './timing.ts';

/** Least time in milliseconds between two log lines about a subscription that is lost or behind. */
const REPORT_EVERY_MS = 60_000;

/** Logs the state of a subscription, and computes the backoff before the next attempt. */
export class SubscriptionLog {
  private failures = 0;
  private readonly loss: RateLimitedLog;
  private readonly lag: RateLimitedLog;
  private isLossReported = false;

  constructor(
    private readonly pauses: Timing['pauses'],
    private readonly logger: StoreLogger | undefined,
  ) {
    this.loss = new RateLimitedLog((text) => logger?.warn(text));
    this.lag = new RateLimitedLog((text) => logger?.info(text));
  }

  failed(error: Error): void {
    if (error instanceof FellBehind) {
      this.lag.report('event store: a subscription could not keep up with the appends; it catches up by reads');
    } else if (this.failures++ === 0) {
      this.isLossReported = this.loss.report(`event store: a subscription was lost: ${error.message}`);
    }
  }

  reads(): void {
    if (this.failures > 0 && this.isLossReported) this.logger?.info('event store: a subscription reads again');
    this.failures = 0;
  }

  /** Exponential backoff with jitter, so that processes that lost the same server do not retry together. */
  pauseMs(): number {
    const { first, longest } = this.pauses;
    if (this.failures === 0) return 0;
    return Math.min(first * 2 ** (this.failures - 1), longest) * (0.5 + Math.random() / 2);
  }
}

class RateLimitedLog {
  private reportedAt: number | undefined;
  private unreported = 0;

  constructor(private readonly write: (text: string) => void) {}

  /** @returns whether it was logged */
  report(text: string): boolean {
    if (this.reportedAt !== undefined && systemTimers.now() - this.reportedAt < REPORT_EVERY_MS) {
      this.unreported += 1;
      return false;
    }
    this.write(this.unreported === 0 ? text : `${text} (${this.unreported} more times since the last line)`);
    this.reportedAt = systemTimers.now();
    this.unreported = 0;
    return true;
  }
}
