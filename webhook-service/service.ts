import { PROJECTED_CHANNEL } from '@perktree/contracts/catalogue/read-models';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import type { WebhookEndpoints, WebhookSecrets } from '@perktree/contracts/webhook/deliveries';
import type { RecurringJob } from '@perktree/platform/jobs/jobs';
import { warnOfFailure } from '@perktree/platform/outages';
import type { Resolve } from '@perktree/platform/outgoing/public-address';
import { WakeUp } from '@perktree/platform/postgres/wake-up';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type Claim, claimEndpoints, LEASE_MS, release } from './claims.ts';
import { deleteOldDeliveries } from './delivery-store.ts';
import { WEBHOOKS_CHANNEL } from './migrations.ts';
import { createSender } from './send.ts';
import { type ServeDeps, serveEndpoint } from './serve-endpoint.ts';

/** Endpoints that one process serves at the same time. Each holds a connection of the pool only briefly. */
const CONCURRENCY = 64;
const POLL_MS = 5_000;
/** Pauses after failures, in milliseconds. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1_000, 10_000];

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
}) {
  const { pool, logger, allowPrivate, resolve, leaseMs = LEASE_MS, pollMs = POLL_MS, timers = systemTimers } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const sender = createSender({ allowPrivate, ...(resolve && { resolve }) });
  const deps: ServeDeps = { ...options, send: sender.send, signal, timers };
  const underWay = new Set<Promise<void>>();
  const bell = new WakeUp(pool, [PROJECTED_CHANNEL, WEBHOOKS_CHANNEL], logger, timers);

  async function run(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; ) {
      try {
        bell.listen();
        const free = CONCURRENCY - underWay.size;
        const claims = free > 0 ? await claimEndpoints(pool, free, leaseMs) : [];
        for (const claim of claims) serve(claim);
        pause = FIRST_PAUSE_MS;
        if (claims.length === 0) await bell.wait(pollMs);
      } catch (err) {
        warnOfFailure(logger, err, 'cannot send webhooks; trying again');
        await bell.wait(pause);
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
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
    /** Aborts requests under way; another process sends their messages again. */
    async stop(): Promise<void> {
      stopping.abort();
      bell.ring();
      await running;
      await Promise.all(underWay);
      sender.close();
      bell.close();
    },
  };
}

/** Keeps the delivery log short. */
export function deleteOldDeliveriesJob(pool: Pool): RecurringJob {
  return { name: 'delete-old-webhook-deliveries', everyMs: HOUR_MS, run: () => deleteOldDeliveries(pool) };
}
