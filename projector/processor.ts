import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { projections as allProjections } from './catalogue.ts';
import { CheckpointMoved } from './checkpoints.ts';
import { eventsInOrder } from './events-in-order.ts';
import { type Group, groupsOf } from './groups.ts';
import { leadOnce } from './lead.ts';
import { keepLeading } from './lease-keeper.ts';
import { type Lease, LeaseLost } from './leases.ts';
import type { Log } from './log.ts';
import type { Projection } from './projection.ts';
import { ensureReadModels } from './schema.ts';

export interface ProcessorOptions {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly logger: Log;
  readonly projections?: readonly Projection[];
  /** Most events of a transaction. */
  readonly batchSize?: number;
  /** First and longest pause after a failure, in milliseconds; it doubles in between. */
  readonly pauses?: { readonly first: number; readonly longest: number };
  /** How many groups the read models are dealt into, for as many projectors to work side by side; the same for all. */
  readonly partitions?: number;
  /** How long a leader that gives no sign keeps its lease, and how often it gives one, in milliseconds. */
  readonly lease?: { readonly ttlMs: number; readonly tickMs: number };
  /** Told when the store has gone back behind what the read models have seen, and these begin anew. */
  readonly onRegression?: () => void;
  /** Who this is, unlike any other; seen by operators. */
  readonly holder?: string;
}

export interface Processor {
  /** Ends after the transaction that is under way, and lets the next one lead at once. */
  stop(): Promise<void>;
}

const BATCH_SIZE = 500;
const PAUSES = { first: 100, longest: 5_000 };
const LEASE = { ttlMs: 5_000, tickMs: 1_000 };

/**
 * Keeps all read models up to date with the store, from their checkpoints on. Any number may run at once: each group of
 * read models has one that leads, by a lease; the others wait and take over. Lost connections are waited out.
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
  const { pool, projections = allProjections, lease = LEASE } = options;
  const holder = options.holder ?? `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const groups = groupsOf(projections, options.partitions ?? 1);
  const troubles = new Troubles(options);
  await troubles.retry(signal, () => ensureReadModels(pool, projections));
  if (signal.aborted) return;
  await keepLeading(
    {
      ...{ pool, holder, ...lease },
      groups: groups.map(({ name }) => name),
      lead: (won, leading) => leadGroup(options, groups, won, leading),
      onTrouble: (error) => troubles.tell(error),
    },
    signal,
  );
}

/** Until the lease is lost; whatever else fails is tried again. */
async function leadGroup(
  options: ProcessorOptions,
  groups: readonly Group[],
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const group = groups.find(({ name }) => name === lease.name);
  if (group === undefined) return;
  const { pool, logger, batchSize = BATCH_SIZE, onRegression = () => {} } = options;
  const lookEveryMs = (options.lease ?? LEASE).tickMs;
  const troubles = new Troubles(options);
  await troubles.retry(signal, async () => {
    while (!signal.aborted) {
      // Anew each time: it remembers effective times, of events that may be gone.
      const stores = { store: eventsInOrder(options.store, pool), history: options.store };
      const told = { logger, onRegression, onProgress: () => troubles.over() };
      await leadOnce({ ...stores, ...told, ...group, pool, batchSize, lease, lookEveryMs }, signal);
    }
  });
}

/** Tries again after a growing pause, and logs a trouble that lasts once. */
class Troubles {
  private last: string | null = null;
  private pause: number;
  private readonly pauses: { readonly first: number; readonly longest: number };

  constructor(private readonly options: Pick<ProcessorOptions, 'logger' | 'pauses'>) {
    this.pauses = options.pauses ?? PAUSES;
    this.pause = this.pauses.first;
  }

  /** @param work is done again until it ends without an error or has lost its lease */
  async retry(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        await work();
        return;
      } catch (error) {
        if (signal.aborted || error instanceof LeaseLost) return;
        this.tell(error);
        await sleep(this.pause, undefined, { signal }).catch(() => {});
        this.pause = Math.min(this.pause * 2, this.pauses.longest);
      }
    }
  }

  tell(error: unknown): void {
    // An operator has paused or swapped a read model: no trouble, unless it comes again before anything was written.
    const isChange = error instanceof CheckpointMoved;
    const kind = isChange ? 'read models were changed by somebody else' : 'projector cannot go on right now';
    if (this.last !== kind) this.options.logger[isChange ? 'info' : 'warn']({ err: error }, kind);
    this.last = kind;
  }

  over(): void {
    if (this.last !== null) this.options.logger.info({ after: this.last }, 'projector goes on');
    this.last = null;
    this.pause = this.pauses.first;
  }
}
