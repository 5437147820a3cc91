import type { EventStore } from '@perktree/event-store/port';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Decider } from '../decider/decider.ts';
import type { Executed, Execution } from './command.ts';
import type { DomainEvent } from './event-codec.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import { StreamQueue } from './stream-queue.ts';
import { nextTick, StreamState } from './stream-state.ts';

/** Bounds of the stream cache: streams, and the memory of their states. */
const MAX_CACHED_STREAMS = 20_000;
const MAX_CACHED_BYTES = 250_000_000;
/** Of the queue of a stream without events. */
const QUEUE_BYTES = 500;
/** Enough retries under contention, and shorter than the timeouts of clients and proxies. */
const RETRY_FOR_MS = 10_000;

export interface CommandHandler {
  /**
   * Loads the stream, decides and appends; retries after revision conflicts. Idempotent by command id: a repeated command
   * returns the events of its first execution and does not decide again.
   * @throws Refused by `decide`; Refused TOO_MUCH_CONTENTION; OutcomeUnknown or StoreUnavailable by the store
   */
  execute<State, Event extends DomainEvent>(execution: Execution<State, Event>): Promise<Executed<State, Event>>;
  /**
   * Decides on the current state without appending, to find a refusal beforehand. `execute` may still decide differently.
   * @returns whether the command has appended before; then it is not decided again
   * @throws Refused by `decide`
   */
  dryRun<State, Event extends DomainEvent>(execution: Execution<State, Event>): Promise<boolean>;
  /**
   * The state of a stream, including everything stored before this call.
   * @param since tick (`nextTick`) of the command: include what was stored before that tick instead, and everything that
   *   this process has appended. Saves round trips where a command loads several streams
   */
  load<State, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Event>,
    since?: number,
  ): Promise<{ readonly state: State; readonly revision: number }>;
  /** As `load`, without adding the stream to the cache: for streams that are rarely loaded twice. */
  loadUncached<State, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Event>,
    since?: number,
  ): Promise<State>;
}

/** Create one handler per process: it caches stream states and queues commands. Any number of processes is correct. */
export function createCommandHandler(options: {
  readonly store: EventStore;
  readonly logger: FastifyBaseLogger;
  /** Without snapshots every stream is read from its first event. */
  readonly snapshots?: Snapshots;
  /** How long a command is retried after conflicts with other processes, in milliseconds. */
  readonly retryForMs?: number;
  readonly timers?: Timers;
  /** Memory of cached streams, roughly, in bytes. A stream counts as at most half of it, so that longer ones are cached, too. */
  readonly maxCachedBytes?: number;
  /** Called once when the store turns out to have lost events that this process has seen. */
  readonly onRegression?: () => void;
  /** Called for each append that failed because the store's server was replaced or restarted. */
  readonly onServerReplaced?: () => void;
}): CommandHandler {
  const {
    store,
    logger,
    snapshots,
    retryForMs = RETRY_FOR_MS,
    maxCachedBytes = MAX_CACHED_BYTES,
    timers = systemTimers,
  } = options;
  const { onRegression = () => {}, onServerReplaced = () => {} } = options;
  const queues = new LRUCache<string, { readonly queue: unknown }>({
    max: MAX_CACHED_STREAMS,
    maxSize: maxCachedBytes,
  });

  /** Counts regressions, so that queues created before one report it only once. */
  let history = 0;
  function onHistoryChanged(of: number): void {
    if (of !== history) return;
    history += 1;
    queues.clear();
    logger.error('the event store has lost events: dropped all cached streams');
    onRegression();
  }

  /** Each decider of a stream has its own queue, because their states differ. */
  const deciderNumbers = new Map<unknown, number>();
  function keyOf(stream: string, decider: unknown): string {
    const number = deciderNumbers.get(decider) ?? deciderNumbers.size;
    deciderNumbers.set(decider, number);
    return `${number} ${stream}`;
  }

  function queueOf<State, Event extends DomainEvent>(stream: string, decider: Decider<State, Event>) {
    const key = keyOf(stream, decider);
    const cached = queues.get(key);
    if (cached) return cached.queue as StreamQueue<State, Event>;
    const createdIn = history;
    const queue = new StreamQueue<State, Event>({
      ...{ store, stream, decider, logger, snapshots, retryForMs, timers, onServerReplaced },
      onHistoryChanged: () => onHistoryChanged(createdIn),
      onGrown: (bytes) => {
        const size = Math.min(QUEUE_BYTES + bytes, Math.floor(maxCachedBytes / 2));
        if (queues.peek(key)?.queue === queue) queues.set(key, { queue }, { size });
      },
    });
    queues.set(key, { queue }, { size: Math.min(QUEUE_BYTES, maxCachedBytes) });
    return queue;
  }

  return {
    execute: (execution) => queueOf(execution.stream, execution.decider).execute(execution),
    dryRun: (execution) => queueOf(execution.stream, execution.decider).dryRun(execution),
    load: (stream, decider, since) => queueOf(stream, decider).load(since),
    async loadUncached(stream, decider, since) {
      if (queues.has(keyOf(stream, decider))) return (await queueOf(stream, decider).load(since)).state;
      const uncached = new StreamState(store, stream, decider, () => {});
      await uncached.catchUp(nextTick());
      return uncached.state;
    },
  };
}
