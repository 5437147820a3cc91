import type { FastifyBaseLogger } from 'fastify';
import { type EndTimer, systemTimers } from '../time/timers.ts';
import { isUnavailable } from './unavailable.ts';

/** An outage is over after this time without failures, in milliseconds: twenty health checks of the gateway. */
export const QUIET_MS = 10_000;

type Log = Pick<FastifyBaseLogger, 'warn'> & Partial<Pick<FastifyBaseLogger, 'info'>>;

/** By the message of the failure. */
const outagesOf = new WeakMap<Log, Map<string, Outage>>();

/**
 * Logs a failure as a warning. Where a store does not answer, every call fails: then only the first failure with this message
 * is logged, the others are counted, and one line gives their number when the outage is over.
 */
export function warnOfFailure(logger: Log, err: unknown, message: string, facts: object = {}): void {
  if (isUnavailable(err)) warnOnce(logger, message, { err, ...facts });
  else logger.warn({ err, ...facts }, message);
}

/** Logs the first of many occurrences, and their number at the end. */
export function warnOnce(logger: Log, message: string, facts: object): void {
  const outages = outagesOf.get(logger) ?? new Map<string, Outage>();
  outagesOf.set(logger, outages);
  const outage = outages.get(message);
  outage?.failedAgain();
  if (outage) return;
  logger.warn(facts, message);
  outages.set(message, new Outage({ logger, message, onOver: () => outages.delete(message) }));
}

/** Logs the numbers of all outages of a logger now, when its process stops. */
export function endOutages(logger: Log): void {
  for (const outage of outagesOf.get(logger)?.values() ?? []) outage.end();
}

class Outage {
  private failures = 1;
  private readonly began = systemTimers.now();
  private last = this.began;
  private endTimer = this.untilQuiet();

  constructor(private readonly what: { readonly logger: Log; readonly message: string; readonly onOver: () => void }) {}

  failedAgain(): void {
    this.failures += 1;
    this.last = systemTimers.now();
    this.endTimer();
    this.endTimer = this.untilQuiet();
  }

  private untilQuiet(): EndTimer {
    return systemTimers.after(QUIET_MS, () => this.end());
  }

  end(): void {
    this.endTimer();
    const { logger, message, onOver } = this.what;
    const seconds = Math.ceil((this.last - this.began) / 1_000);
    logger.info?.({ failures: this.failures, seconds }, `over: ${message}`);
    onOver();
  }
}
