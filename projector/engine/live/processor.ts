import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { EventStore } from '@perktree/event-store/port';
import type { InlineProjector } from '@perktree/event-store/postgres/append-next';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { Pool, PoolClient } from 'pg';
import { leadOnce } from '../leases/lead.ts';
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
import type { Log } from './log.ts';
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

interface LeaseKeeperOptions {
  readonly pool: Pool;
  /** Names of all groups, the same for every projector. */
  readonly groups: readonly string[];
  /** Identifies this process. */
  readonly holder: string;
  /** How long a lease lasts without a heartbeat, in milliseconds. */
  readonly ttlMs: number;
  /** Interval of heartbeats and of checks for free leases, in milliseconds. */
  readonly tickMs: number;
  /** Runs a group's work until the signal reports the loss of its lease; never rejects. */
  readonly lead: (lease: Lease, signal: AbortSignal) => Promise<void>;
  /** Called when the connection is lost or fails. */
  readonly onFailure: (error: unknown) => void;
  readonly timers?: Timers;
}

interface Held {
  readonly lease: Lease;
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

/**
 * Holds a fair share of the groups' leases and leads those groups. Releases the leases when the signal aborts. Sends heartbeats
 * on a separate connection.
 */
async function keepLeading(options: LeaseKeeperOptions, signal: AbortSignal): Promise<void> {
  const { tickMs, timers = systemTimers } = options;
  while (!signal.aborted) {
    await onOneConnection(options, signal).catch(options.onFailure);
    await timers.sleep(tickMs, signal);
  }
}

async function onOneConnection(options: LeaseKeeperOptions, signal: AbortSignal): Promise<void> {
  const { pool, groups, holder, tickMs, timers = systemTimers } = options;
  const client = await pool.connect();
  const held = new Map<string, Held>();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await ensureLeases(client, groups);
    while (!signal.aborted && broken === undefined) {
      await tick(client, held, options);
      await timers.sleep(tickMs, signal);
    }
    if (broken) throw broken;
    await Promise.all([...held.values()].map((each) => giveBack(client, held, each)));
    await endMembership(client, holder);
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // Without the connection the leases expire: the fence stops writes in progress.
    for (const { stopping } of held.values()) stopping.abort();
    await Promise.all([...held.values()].map(({ done }) => done));
    client.off('error', onError);
    client.release(broken);
  }
}

async function tick(client: PoolClient, held: Map<string, Held>, options: LeaseKeeperOptions): Promise<void> {
  const { groups, holder, ttlMs, lead } = options;
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
  for (const name of groups) {
    if (held.size >= share) return;
    const lease = held.has(name) ? null : await acquireLease(client, name, ttlMs, holder);
    if (lease === null) continue;
    const stopping = new AbortController();
    held.set(name, { lease, stopping, done: lead(lease, stopping.signal) });
  }
}

async function giveBack(client: PoolClient, held: Map<string, Held>, { lease, stopping, done }: Held): Promise<void> {
  stopping.abort();
  await done;
  await releaseLease(client, lease);
  held.delete(lease.name);
}

export interface ProcessorOptions {
  readonly store: EventStore;
  /** Set by a process that appends: while it leads all read models, it writes rows in the transaction of the events. */
  readonly projectInline?: (inline: InlineProjector | null) => void;
  readonly pool: Pool;
  readonly logger: Log;
  readonly projections: readonly Projection[];
  /** Most events of a transaction. */
  readonly batchSize?: number;
  /** First and longest pause after a failure, in milliseconds; it doubles in between. */
  readonly pauses?: { readonly first: number; readonly longest: number };
  /** Number of groups of read models, for as many parallel projectors. Must be equal in all processes. */
  readonly partitions?: number;
  /** How long a lease lasts without a heartbeat, and the interval of heartbeats, in milliseconds. */
  readonly lease?: { readonly ttlMs: number; readonly tickMs: number };
  /** Called when the store has lost events that the read models have seen, and these are reset. */
  readonly onRegression?: () => void;
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
/** Of a lease, between two looks for read models that an operator has resumed. */
const TICKS_OF_A_LOOK = 4;

const OF_NEWER_VERSION =
  'a newer version of PerkTree serves these read models, and this version does not update them. After going back, run ' +
  'npm run perktree -- projections rebuild with this version';

/**
 * Keeps all read models up to date with the store, from their checkpoints on. Any number of processes may run it: by a lease,
 * one process leads each group of read models, and the others take over if it fails. Lost connections are retried.
 */
export function startProcessor(options: ProcessorOptions): Processor {
  const stopping = new AbortController();
  const done = keepRunning(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function keepRunning(options: ProcessorOptions, signal: AbortSignal): Promise<void> {
  const { pool, projections, lease = LEASE, timers = systemTimers } = options;
  const holder = options.holder ?? `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const groups = groupsOf(projections, options.partitions ?? 1);
  const retrying = new RetryPolicy(options);
  await retrying.retry(signal, async () => {
    const readModels = await ensureReadModels(pool, projections);
    if (readModels.length > 0) options.logger.warn({ readModels }, OF_NEWER_VERSION);
  });
  if (signal.aborted) return;
  await keepLeading(
    {
      pool,
      holder,
      timers,
      ...lease,
      groups: groups.map(({ name }) => name),
      lead: (won, leading) => leadGroup(options, groups, won, leading),
      onFailure: (error) => retrying.report(error),
    },
    signal,
  );
}

/** Runs until the lease is lost; other failures are retried with backoff. */
async function leadGroup(
  options: ProcessorOptions,
  groups: readonly Group[],
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const group = groups.find(({ name }) => name === lease.name);
  if (group === undefined) return;
  const { pool, logger, batchSize = BATCH_SIZE, onRegression = () => {}, timers = systemTimers } = options;
  const projectInline = groups.length === 1 ? options.projectInline : undefined;
  const lookEveryMs = TICKS_OF_A_LOOK * (options.lease ?? LEASE).tickMs;
  const retrying = new RetryPolicy(options);
  await retrying.retry(signal, async () => {
    while (!signal.aborted) {
      // Created on each attempt, because it caches effective times of events that may be lost.
      const stores = { store: eventsInOrder(options.store, pool), history: options.store };
      const callbacks = { logger, onRegression, onProgress: () => retrying.reset() };
      await leadOnce(
        { ...stores, ...callbacks, ...group, projectInline, pool, batchSize, lease, lookEveryMs, timers },
        signal,
      );
    }
  });
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
