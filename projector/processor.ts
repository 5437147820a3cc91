import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { type Running, writeBatch } from './batch-writer.ts';
import { projections as allProjections } from './catalogue.ts';
import { CheckpointMoved, readCheckpoints } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import { ensureReadModels, promote } from './schema.ts';

/** The part of a pino logger that the processor uses. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface ProcessorOptions {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly logger: Log;
  readonly projections?: readonly Projection[];
  /** Most events of a transaction. */
  readonly batchSize?: number;
  /** First and longest pause after a failure, in milliseconds; it doubles in between. */
  readonly pauses?: { readonly first: number; readonly longest: number };
}

export interface Processor {
  /** Ends after the transaction that is under way. */
  stop(): Promise<void>;
}

const BATCH_SIZE = 500;
const PAUSES = { first: 100, longest: 5_000 };

/**
 * Keeps all read models up to date with the store, from their checkpoints on. Any number may run at once: one leads, since
 * the checkpoints move by compare-and-set; the others wait and take over. Lost connections are waited out.
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
  const { pool, logger, projections = allProjections, pauses = PAUSES } = options;
  let prepared = false;
  let pause = pauses.first;
  /** What was logged last, so that a trouble that lasts is logged once. */
  let trouble: string | null = null;
  const onProgress = () => {
    if (trouble !== null) logger.info({ after: trouble }, 'projector goes on');
    trouble = null;
    pause = pauses.first;
  };
  while (!signal.aborted) {
    try {
      if (!prepared) await ensureReadModels(pool, projections);
      prepared = true;
      await run(options, signal, onProgress);
    } catch (error) {
      if (signal.aborted) return;
      const kind = error instanceof CheckpointMoved ? 'another projector leads' : 'projector cannot go on right now';
      if (trouble !== kind) logger.warn({ err: error }, kind);
      trouble = kind;
      await sleep(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(pause * 2, pauses.longest);
    }
  }
}

async function run(options: ProcessorOptions, signal: AbortSignal, onProgress: () => void): Promise<void> {
  const { store, pool, logger, projections = allProjections, batchSize = BATCH_SIZE } = options;
  let running = await promoteReady(pool, await loadRunning(pool, projections), projections);
  const afterPosition = slowest(running) ?? (await store.head());
  for await (const batch of store.subscribe({ afterPosition, batchSize, signal })) {
    if (batch.length === 0) continue;
    const written = await writeBatch(pool, running, batch);
    for (const poison of written.stopped) {
      logger.error({ err: poison, position: poison.position.toString() }, 'a read model stopped');
    }
    running = await promoteReady(pool, written.running, projections);
    onProgress();
    if (signal.aborted) return;
  }
  if (!signal.aborted) throw new Error('the subscription ended');
}

async function loadRunning(pool: Pool, projections: readonly Projection[]): Promise<readonly Running[]> {
  const checkpoints = await readCheckpoints(pool);
  return projections.flatMap((projection) => {
    const own = checkpoints.find(({ name, version }) => name === projection.name && version === projection.version);
    return own?.status === 'live' || own?.status === 'filling' ? [{ projection, checkpoint: own }] : [];
  });
}

/** Turns readers over to new versions that have caught up; asked after every batch, free while nothing is filling. */
async function promoteReady(
  pool: Pool,
  running: readonly Running[],
  projections: readonly Projection[],
): Promise<readonly Running[]> {
  let promoted = false;
  for (const { projection, checkpoint } of running) {
    if (checkpoint.status === 'filling' && (await promote(pool, projection))) promoted = true;
  }
  return promoted ? loadRunning(pool, projections) : running;
}

/** Where the read model stands that is furthest behind; null when none runs. */
function slowest(running: readonly Running[]): bigint | null {
  return running.reduce<bigint | null>(
    (least, { checkpoint }) => (least === null || checkpoint.position < least ? checkpoint.position : least),
    null,
  );
}
