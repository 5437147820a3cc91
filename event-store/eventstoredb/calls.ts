import { setMaxListeners } from 'node:events';
import { systemTimers } from '@perktree/platform/time/timers';
import { StoreUnavailable } from '../port.ts';
import type { ConnectionSettings } from './connection-url.ts';
import { classify, TimedOut } from './failures.ts';
import type { Timing } from './timing.ts';
import { WireClient } from './wire-client.ts';

/** A connection carries about a hundred calls at once; a further one would wait without an error. */
const CALLS_AT_ONCE = 64;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * All calls except subscriptions, with bounded concurrency and deadlines. After a failure the client is recreated, because
 * its connection and its cached view of the cluster cannot be trusted.
 */
export class Calls {
  private client: WireClient | undefined;
  private running = 0;
  private readonly queue: (() => void)[] = [];
  private readonly closing = new AbortController();

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly timing: Timing,
  ) {
    // Every call under way listens to it.
    setMaxListeners(0, this.closing.signal);
  }

  /** @throws TimedOut, or the call's error: see `classify` */
  async run<T>(call: (client: WireClient) => Promise<T>): Promise<T> {
    await this.takeTurn();
    try {
      return await this.callNow(call);
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running--;
    }
  }

  /**
   * Retries until it is answered. `patience` gives the time limit for an error, in milliseconds.
   * @throws the server's refusal, or the last error after the time limit
   */
  async runUntilAnswered<T>(
    call: (client: WireClient) => Promise<T>,
    patience: (error: unknown) => number,
  ): Promise<T> {
    const started = systemTimers.monotonic();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return await this.run(call);
      } catch (error) {
        if (this.closing.signal.aborted || classify(error) === 'refused') throw error;
        if (systemTimers.monotonic() - started > patience(error)) throw error;
        // Exponential backoff with jitter, so that processes that lost the same server do not retry together.
        await systemTimers.sleep(pauseMs * (0.5 + Math.random() / 2));
      }
    }
  }

  /** Aborts calls in progress. */
  async close(): Promise<void> {
    this.closing.abort(new StoreUnavailable('The event store is closed'));
    const { client } = this;
    this.client = undefined;
    // Do not wait longer for a client that hangs.
    if (client) await inTime(client.close({ cut: true }), this.timing.graceMs).catch(() => {});
  }

  private async callNow<T>(call: (client: WireClient) => Promise<T>): Promise<T> {
    this.closing.signal.throwIfAborted();
    this.client ??= new WireClient(this.settings);
    const { client } = this;
    try {
      return await inTime(call(client), this.timing.callMs + this.timing.graceMs, this.closing.signal);
    } catch (error) {
      const failure = classify(error);
      if (failure === 'no answer' || failure === 'not sent') this.renew(client);
      throw error;
    }
  }

  private async takeTurn(): Promise<void> {
    this.closing.signal.throwIfAborted();
    // A finished call passes its slot on.
    if (this.running >= CALLS_AT_ONCE) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.running++;
  }

  private renew(failed: WireClient): void {
    if (this.client !== failed) return;
    this.client = undefined;
    void failed.close({ cut: false });
  }
}

/** Limits the time of some work, in milliseconds. @throws TimedOut, or the signal's reason; a later result is ignored */
export async function inTime<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  let cleanUp: (() => void) | undefined;
  const late = new Promise<never>((_, reject) => {
    const endTimer = systemTimers.after(ms, () => reject(new TimedOut(`no answer within ${ms} ms`)));
    const aborted = () => reject(signal?.reason);
    if (signal?.aborted) aborted();
    signal?.addEventListener('abort', aborted);
    cleanUp = () => {
      endTimer();
      signal?.removeEventListener('abort', aborted);
    };
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    cleanUp?.();
  }
}

/** @throws the signal's reason if it aborts first; a later result is ignored */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal) => inTime(work, MAX_TIMER_MS, signal);
