import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyBaseLogger } from 'fastify';
import { type EndTimer, systemTimers } from './time/timers.ts';

/** Errors by name that mean "not now": a store or database that cannot be reached. */
const NAMES = new Set(['StoreUnavailable', 'OutcomeUnknown']);

/**
 * Codes of a database that cannot be reached or is going down: Node's for sockets, Postgres's classes 08 (connection),
 * 53 (out of connections or memory) and 57P (shutting down, starting up), 25006 (a standby that is not promoted yet),
 * 57014 (the statement took too long), and 58030 (its disk fails).
 */
const CODES =
  /^(ECONN\w+|E(HOST|NET)(DOWN|UNREACH)|EPIPE|ETIMEDOUT|ENOSPC|ENOTFOUND|EAI_AGAIN|08...|25006|53...|57P..|57014|58030)$/;
/** Messages of `pg` errors without a code: a lost connection, or none became free. */
const MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** Whether an error means that a store or database is unavailable. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Refused) return error.code === 'UNAVAILABLE' || error.code === 'READ_MODEL_BEHIND';
  const { name, code, message, syscall } = (error ?? {}) as Partial<
    Record<'name' | 'code' | 'message' | 'syscall', string>
  >;
  // The socket of the embedded database, which has ended.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return NAMES.has(name ?? '') || CODES.test(code ?? '') || MESSAGES.test(message ?? '');
}

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
