import type { OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import { systemTimers } from '@perktree/platform/time/timers';
import type { RunningWriter } from './batch-writer.ts';
import { decodeBatch } from './decoding.ts';
import type { Handover } from './handover.ts';
import { LiveWriter, type LiveWriting } from './live-writer.ts';

/** Shortest time between two batches in milliseconds, so that few events share a transaction. */
const PACE_MS = 100;

/**
 * Keeps asynchronous read models up to date, from their checkpoint on, until the signal aborts. An event after a pause is
 * written at once; the next ones wait until `PACE_MS` have passed.
 * @throws LeaseLost, CheckpointMoved
 */
export async function followHandover(
  options: Omit<LiveWriting, 'announces' | 'log'> & {
    readonly store: OrderedStore;
    readonly batchSize: number;
  },
  running: readonly RunningWriter[],
  handover: Handover,
  signal: AbortSignal,
): Promise<void> {
  const { store, batchSize, timers = systemTimers } = options;
  const writer = new LiveWriter({ ...options, log: store, announces: 'all' }, running);
  const projections = running.map(({ projection }) => projection);
  let position = running.map(({ checkpoint }) => checkpoint.position).reduce((a, b) => (a < b ? a : b));
  while (!signal.aborted) {
    const begun = timers.monotonic();
    const { turn } = handover;
    const batch =
      handover.after(position, batchSize) ?? decodeBatch(await store.readAll(position, batchSize), projections);
    const last = batch.at(-1);
    if (last !== undefined) {
      await writer.takeDecoded(batch);
      await writer.settle();
      position = last.stored.position;
    }
    if (batch.length === batchSize) continue;
    await handover.next(turn, signal);
    await timers.sleep(Math.max(begun + PACE_MS - timers.monotonic(), 0), signal);
  }
}
