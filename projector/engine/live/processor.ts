import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { EventStore } from '@perktree/event-store/port';
import { onConnection } from '@perktree/platform/postgres/on-connection';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { PoolClient } from 'pg';
import { type Leading, leadOnce } from '../leases/lead.ts';
import {
  acquireLease,
  endMembership,
  ensureLeases,
  keepAlive,
  type Lease,
  LeaseLost,
  releaseLease,
} from '../leases/leases.ts';
import { ensureReadModels } from '../tables/schema.ts';
import { CheckpointMoved } from './checkpoints.ts';
import { eventsInOrder } from './events-in-order.ts';
import type { Projection } from './projection.ts';

/** Read models that one projector at a time keeps up to date, and the name of their lease. */
interface Group {
  readonly name: string;
  readonly projections: readonly Projection[];
}

/**
 * Divides the read models into groups, so that several projectors share the work. Each read model still sees events in order.
 * All projectors of a database must use the same number.
 * @throws RangeError if `partitions` is not a positive integer
 */
export function groupsOf(projections: readonly Projection[], partitions: number): readonly Group[] {
  if (!Number.isInteger(partitions) || partitions < 1)
    throw new RangeError(`Not a number of partitions: ${partitions}`);
  const count = Math.min(partitions, Math.max(projections.length, 1));
  return Array.from({ length: count }, (_, index) => ({
    name: `read models ${index + 1} of ${count}`,
    projections: projections.filter((_projection, place) => place % count === index),
  }));
}

export interface ProcessorOptions
  extends Pick<Leading, 'projectInline' | 'pool' | 'logger' | 'projections' | 'onRegression'> {
  readonly store: EventStore;
  /** Most events of a transaction. */
  readonly batchSize?: number;
  /** First and longest pause after a failure, in milliseconds; it doubles in between. */
  readonly pauses?: { readonly first: number; readonly longest: number };
  /** Number of groups of read models, for as many parallel projectors. Must be equal in all processes. */
  readonly partitions?: number;
  /** How long a lease lasts without a heartbeat, and the interval of heartbeats, in milliseconds. */
  readonly lease?: { readonly ttlMs: number; readonly tickMs: number };
  /** Identifies this process; shown to operators. */
  readonly holder?: string;
  readonly timers?: Timers;
}

export interface Processor {
  /** Ends after the current transaction, and releases the leases, so that another projector can lead at once. */
  stop(): Promise<void>;
}

const BATCH_SIZE = 500;
const PAUSES = { first: 100, longest: 5_000 };
const LEASE = { ttlMs: 5_000, tickMs: 2_000 };
/** Ticks of a lease between two checks for read models that an operator has resumed. */
const TICKS_PER_CHECK = 4;

const OF_NEWER_VERSION =
  'a newer version of PerkTree serves these read models, and this version does not update them. After going back, run ' +
  'npm run perktree -- projections rebuild with this version';

/**
 * Keeps all read models up to date with the store, from their checkpoints on. Any number of processes may run it: by a lease,
 * one process leads each group of read models, and the others take over if it fails. Lost connections are retried.
 */
export function startProcessor(options: ProcessorOptions): Processor {
  const stopping = new AbortController();
  const done = new LeaseKeeper(options).run(stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

interface Held {
  readonly lease: Lease;
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

/** Holds a fair share of the groups' leases, and leads those groups. */
class LeaseKeeper {
  private readonly holder: string;
  private readonly groups: readonly Group[];
  private readonly lease: { readonly ttlMs: number; readonly tickMs: number };
  private readonly timers: Timers;
  private readonly retrying: RetryPolicy;

  constructor(private readonly options: ProcessorOptions) {
    this.holder = options.holder ?? `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
    this.groups = groupsOf(options.projections, options.partitions ?? 1);
    this.lease = options.lease ?? LEASE;
    this.timers = options.timers ?? systemTimers;
    this.retrying = new RetryPolicy(options);
  }

  /** Releases the leases when the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { pool, projections, logger } = this.options;
    await this.retrying.retry(signal, async () => {
      const readModels = await ensureReadModels(pool, projections);
      if (readModels.length > 0) logger.warn({ readModels }, OF_NEWER_VERSION);
    });
    while (!signal.aborted) {
      await onConnection(pool, (client, giveUp) =>
        this.keepLeases(client, signal).catch((error: Error) => {
          giveUp(error);
          throw error;
        }),
      ).catch((error) => this.retrying.report(error));
      await this.timers.sleep(this.lease.tickMs, signal);
    }
  }

  /** Sends heartbeats on a connection of its own. */
  private async keepLeases(client: PoolClient, signal: AbortSignal): Promise<void> {
    const held = new Map<string, Held>();
    try {
      await ensureLeases(
        client,
        this.groups.map(({ name }) => name),
      );
      while (!signal.aborted) {
        await this.tick(client, held);
        await this.timers.sleep(this.lease.tickMs, signal);
      }
      await Promise.all([...held.values()].map((each) => giveBack(client, held, each)));
      await endMembership(client, this.holder);
    } finally {
      // Without the connection the leases expire: the fence stops writes in progress.
      for (const { stopping } of held.values()) stopping.abort();
      await Promise.all([...held.values()].map(({ done }) => done));
    }
  }

  private async tick(client: PoolClient, held: Map<string, Held>): Promise<void> {
    const { holder, groups } = this;
    const { ttlMs } = this.lease;
    const leases = [...held.values()].map(({ lease }) => lease);
    const { alive, kept } = await keepAlive(client, { holder, ttlMs, leases });
    for (const each of [...held.values()].filter(({ lease }) => !kept.has(lease.name))) {
      held.delete(each.lease.name);
      each.stopping.abort();
      await each.done;
    }
    const share = Math.ceil(groups.length / alive);
    const [extra] = [...held.values()].slice(share);
    if (extra) await giveBack(client, held, extra);
    for (const group of groups) {
      if (held.size >= share) return;
      const lease = held.has(group.name) ? null : await acquireLease(client, group.name, ttlMs, holder);
      if (lease === null) continue;
      const stopping = new AbortController();
      held.set(group.name, { lease, stopping, done: this.lead(group, lease, stopping.signal) });
    }
  }

  /** Runs until the lease is lost; other failures are retried with backoff. */
  private async lead({ projections }: Group, lease: Lease, signal: AbortSignal): Promise<void> {
    const { options, timers } = this;
    const retrying = new RetryPolicy(options);
    await retrying.retry(signal, async () => {
      while (!signal.aborted) {
        await leadOnce(
          {
            ...options,
            projections,
            lease,
            timers,
            // Created on each attempt, because it caches effective times of events that may be lost.
            store: eventsInOrder(options.store, options.pool),
            history: options.store,
            projectInline: this.groups.length === 1 ? options.projectInline : undefined,
            batchSize: options.batchSize ?? BATCH_SIZE,
            checkEveryMs: TICKS_PER_CHECK * this.lease.tickMs,
            onProgress: () => retrying.reset(),
          },
          signal,
        );
      }
    });
  }
}

async function giveBack(client: PoolClient, held: Map<string, Held>, { lease, stopping, done }: Held): Promise<void> {
  stopping.abort();
  await done;
  await releaseLease(client, lease);
  held.delete(lease.name);
}

/** Retries with backoff, and logs a lasting failure once. */
class RetryPolicy {
  private last: string | null = null;
  private pause: number;
  private readonly pauses: { readonly first: number; readonly longest: number };

  constructor(private readonly options: Pick<ProcessorOptions, 'logger' | 'pauses' | 'timers'>) {
    this.pauses = options.pauses ?? PAUSES;
    this.pause = this.pauses.first;
  }

  /** @param work is retried until it ends without an error or has lost its lease */
  async retry(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        await work();
        return;
      } catch (error) {
        if (signal.aborted || error instanceof LeaseLost) return;
        this.report(error);
        await (this.options.timers ?? systemTimers).sleep(this.pause, signal);
        this.pause = Math.min(this.pause * 2, this.pauses.longest);
      }
    }
  }

  report(error: unknown): void {
    // An operator has paused or swapped a read model: not a failure, unless it repeats before anything was written.
    const isChange = error instanceof CheckpointMoved;
    const kind = isChange ? 'read models were changed by another process' : 'projector stopped; retrying';
    if (this.last !== kind) this.options.logger[isChange ? 'info' : 'warn']({ err: error }, kind);
    this.last = kind;
  }

  reset(): void {
    if (this.last !== null) this.options.logger.info({ after: this.last }, 'projector recovered');
    this.last = null;
    this.pause = this.pauses.first;
  }
}
