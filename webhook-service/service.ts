import { HOUR_MS } from '@perktree/contracts/durations';
import { PROJECTED_CHANNEL } from '@perktree/contracts/read-models';
import type { RecurringJob } from '@perktree/platform/jobs/jobs';
import { warnOfFailure } from '@perktree/platform/outages/failure-log';
import type { Resolve } from '@perktree/platform/outgoing/public-address';
import { keepHeartbeat } from '@perktree/platform/postgres/heartbeat';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { WebhookEndpoints, WebhookSecrets } from '@perktree/platform/webhooks';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { type Claim, claimEndpoints, LEASE_MS, release } from './claims.ts';
import { deleteOldDeliveries } from './delivery-store.ts';
import { WEBHOOKS_CHANNEL } from './migrations.ts';
import { createSender } from './send.ts';
import { type ServeDeps, serveEndpoint } from './serve-endpoint.ts';

/** Endpoints that one process serves at the same time. Each holds a connection of the pool only briefly. */
const CONCURRENCY = 64;
const POLL_MS = 1_000;
/** Longest pause after failures, in milliseconds. */
const LONGEST_PAUSE_MS = 10_000;

interface WebhookSender {
  /** Aborts requests under way; another process sends their messages again. */
  stop(): Promise<void>;
}

/** Sends webhooks. Any number of processes may do so: each endpoint is served by one of them at a time. */
export function startWebhookSender(options: {
  readonly pool: Pool;
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly secrets: Pick<WebhookSecrets, 'forSending' | 'forget'>;
  readonly endpoints: WebhookEndpoints;
  /** Also to addresses that are not public, and without TLS. */
  readonly allowPrivate: boolean;
  /** Default: the machine's. */
  readonly resolve?: Resolve | undefined;
  readonly delayAfter?: ServeDeps['delayAfter'];
  /** How long a killed process keeps an endpoint, in milliseconds. */
  readonly leaseMs?: number;
  /** Between two looks for endpoints whose time has come, in milliseconds. Messages are announced. */
  readonly pollMs?: number;
  readonly timers?: Timers;
}): WebhookSender {
  const { pool, logger, allowPrivate, resolve, leaseMs = LEASE_MS, pollMs = POLL_MS, timers = systemTimers } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const sender = createSender({ allowPrivate, ...(resolve && { resolve }) });
  const deps: ServeDeps = { ...options, send: sender.send, signal, timers };
  const underWay = new Set<Promise<void>>();
  const bell = new Bell(timers);
  let listener: PoolClient | null = null;

  async function listen(): Promise<void> {
    if (listener !== null) return;
    const client = await pool.connect();
    listener = client;
    const lost = (error: Error) => {
      if (listener !== client) return;
      listener = null;
      client.release(error);
    };
    client.on('error', lost);
    client.on('notification', () => bell.ring());
    await client.query(`LISTEN ${PROJECTED_CHANNEL}; LISTEN ${WEBHOOKS_CHANNEL}`).catch((error) => {
      lost(error);
      throw error;
    });
    keepHeartbeat(client);
  }

  async function run(): Promise<void> {
    for (let pause = pollMs; !signal.aborted; ) {
      try {
        await listen();
        const free = CONCURRENCY - underWay.size;
        const claims = free > 0 ? await claimEndpoints(pool, free, leaseMs) : [];
        for (const claim of claims) serve(claim);
        pause = pollMs;
        if (claims.length === 0) await bell.wait(pause);
      } catch (err) {
        warnOfFailure(logger, err, 'cannot send webhooks; trying again');
        await bell.wait(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  function serve(claim: Claim): void {
    const serving = serveEndpoint(deps, claim)
      .catch(async (err) => {
        if (signal.aborted) return release(pool, claim).catch(() => {});
        // The lease ends by itself, and a process sends the message again.
        const { endpointId } = claim;
        warnOfFailure(logger, err, 'cannot serve a webhook endpoint; trying again', { endpointId });
      })
      .finally(() => {
        underWay.delete(serving);
        bell.ring();
      });
    underWay.add(serving);
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      bell.ring();
      await running;
      await Promise.all(underWay);
      sender.close();
      listener?.release(true);
      listener = null;
    },
  };
}

/** Wakes a loop, or lets it wait until it is woken. A ring between two waits counts for the next wait. */
class Bell {
  private rung = false;
  private wake: (() => void) | null = null;

  constructor(private readonly timers: Timers) {}

  ring(): void {
    this.rung = true;
    this.wake?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.rung) {
      await new Promise<void>((done) => {
        const endTimer = this.timers.after(ms, done);
        this.wake = () => {
          endTimer();
          done();
        };
      });
    }
    this.wake = null;
    this.rung = false;
  }
}

/** Keeps the delivery log short. */
export function deleteOldDeliveriesJob(pool: Pool): RecurringJob {
  return { name: 'delete-old-webhook-deliveries', everyMs: HOUR_MS, run: () => deleteOldDeliveries(pool) };
}
