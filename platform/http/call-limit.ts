import { isRead } from '@perktree/contracts/catalogue/reads';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitByKey } from '../limit-by-key.ts';
import { systemTimers } from '../time/timers.ts';
import { clientNetwork } from './client-network.ts';

/** Whose requests are counted together. */
export type CallerOf = (request: FastifyRequest) => string;

/** For processes that know no sessions. */
export const networkCaller: CallerOf = ({ ip }) => clientNetwork(ip);

/**
 * Requests of one caller for one call that are handled at once. A read keeps the processor busy, so two of a flood are what others
 * notice. A command waits for the disk, and eight share its commits: enough for 400 redemptions a second of one till.
 */
const UNDER_WAY = { read: 2, command: 8 };
/** The same where no other caller has sent a request for `ALONE_AFTER_MS`, such as an import at night. */
const ALONE = 256;
const ALONE_AFTER_MS = 30_000;
/** Those and the ones that wait for them: at most about two seconds of work. */
const MAX_OF_CALLER = 1_000;
const RETRY_AFTER_SECONDS = 2;
/** Refusals are answered this much later, in milliseconds, at random: clients that retry at once would spin. */
const REFUSED_AFTER_MS = { min: 1_000, max: 2_000 };

/**
 * Bounds how many requests of one caller for one call are handled at once; more wait in order. A request counts while its
 * handler runs, which begins when all of it has been read and ends whatever the client does, so no client can keep a slot.
 * Other calls of the caller, pages and health checks do not wait.
 */
export class CallLimit {
  private readonly limit = limitByKey(UNDER_WAY.read);
  private lastCaller: string | null = null;
  /** When two callers last followed each other. */
  private changedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly callerOf: CallerOf,
    private readonly options: {
      readonly onRefused?: () => void;
      readonly refusedAfterMs?: typeof REFUSED_AFTER_MS;
      readonly now?: () => number;
    } = {},
  ) {}

  /** Requests that wait for others. */
  get waiting(): number {
    return this.limit.waiting;
  }

  /**
   * @param caller left out: by the cookies of the request, else its network
   * @throws Refused TOO_MUCH_AT_ONCE if too many of the caller wait
   */
  async run<T>(request: FastifyRequest, handle: () => Promise<T>, caller = this.callerOf(request)): Promise<T> {
    const { method } = request;
    const { url = '' } = request.routeOptions;
    const key = `${method} ${url} ${caller}`;
    const underWay = this.isAlone(caller) ? ALONE : UNDER_WAY[isRead(method, url) ? 'read' : 'command'];
    if (this.limit.countOf(key) < MAX_OF_CALLER) return this.limit(key, handle, underWay);
    const { onRefused, refusedAfterMs: { min, max } = REFUSED_AFTER_MS } = this.options;
    onRefused?.();
    await systemTimers.sleep(min + Math.random() * (max - min));
    throw new Refused('TOO_MUCH_AT_ONCE', { seconds: RETRY_AFTER_SECONDS });
  }

  private isAlone(caller: string): boolean {
    const { now = () => systemTimers.monotonic() } = this.options;
    if (this.lastCaller !== null && caller !== this.lastCaller) this.changedAt = now();
    this.lastCaller = caller;
    return now() - this.changedAt >= ALONE_AFTER_MS;
  }
}

export function limitCalls(app: FastifyInstance, ...options: ConstructorParameters<typeof CallLimit>): CallLimit {
  const limit = new CallLimit(...options);
  app.decorate('callLimit', limit);
  return limit;
}
