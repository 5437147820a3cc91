import type { EventStore } from '@perktree/event-store/port';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Executed, Execution } from './command.ts';
import type { Decider } from './decider.ts';
import type { DomainEvent } from './event-codec.ts';
import { Freshness, type Refresh } from './freshness.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import { StreamQueue } from './stream-queue.ts';
import { StreamState } from './stream-state.ts';

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
  /** Asks for what was stored before now: one question for all states that a command loads, and all callers of the moment. */
  refresh(): Refresh;
  /**
   * The state of a stream, including everything that this process has appended.
   * @param refresh include what was stored before it was asked for; default: before this call
   */
  load<State, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Event>,
    refresh?: Refresh,
  ): Promise<{ readonly state: State; readonly revision: number }>;
  /** As `load`, without adding the stream to the cache: for streams that are rarely loaded twice. */
  loadUncached<State, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Event>,
    refresh?: Refresh,
  ): Promise<State>;
}

/** What keeps a cached state fresh, whatever its type. */
interface Cached {
  readonly streamState: Pick<StreamState<unknown, DomainEvent>, 'bytes' | 'revision' | 'heard' | 'distrust'>;
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
  /** By stream one queue for each decider, because their states differ. */
  const cache = new LRUCache<string, { readonly queues: Map<unknown, Cached> }>({
    max: MAX_CACHED_STREAMS,
    maxSize: maxCachedBytes,
    dispose({ queues }, _, reason) {
      if (reason !== 'set') for (const { streamState } of queues.values()) streamState.distrust();
    },
  });
  const statesOf = (stream: string) => [...(cache.peek(stream)?.queues.values() ?? [])].map((each) => each.streamState);
  const freshness = new Freshness(store, {
    heard(header) {
      for (const state of statesOf(header.stream)) state.heard(header);
    },
    lostTrack() {
      for (const stream of cache.keys()) for (const state of statesOf(stream)) state.distrust();
    },
  });

  /** Counts regressions, so that queues created before one report it only once. */
  let history = 0;
  function onHistoryChanged(of: number): void {
    if (of !== history) return;
    history += 1;
    cache.clear();
    logger.error('the event store has lost events: dropped all cached streams');
    onRegression();
  }

  function keep(stream: string, queues: Map<unknown, Cached>): void {
    let bytes = 0;
    for (const { streamState } of queues.values()) bytes += QUEUE_BYTES + streamState.bytes;
    cache.set(stream, { queues }, { size: Math.min(bytes, Math.floor(maxCachedBytes / 2)) });
  }

  function queueOf<State, Event extends DomainEvent>(stream: string, decider: Decider<State, Event>) {
    const queues = cache.get(stream)?.queues ?? new Map<unknown, Cached>();
    const cached = queues.get(decider);
    if (cached) return cached as StreamQueue<State, Event>;
    const createdIn = history;
    const queue = new StreamQueue<State, Event>({
      ...{ store, stream, decider, freshness, logger, snapshots, retryForMs, timers, onServerReplaced },
      onHistoryChanged: () => onHistoryChanged(createdIn),
      onAppended(revision) {
        // States of other deciders lack the events.
        for (const state of statesOf(stream))
          if (state.revision < revision) state.heard({ revision, eventId: undefined });
      },
      onGrown() {
        if (cache.peek(stream)?.queues === queues) keep(stream, queues);
      },
    });
    queues.set(decider, queue);
    keep(stream, queues);
    return queue;
  }

  return {
    execute: (execution) => queueOf(execution.stream, execution.decider).execute(execution),
    dryRun: (execution) => queueOf(execution.stream, execution.decider).dryRun(execution),
    refresh() {
      const refresh = freshness.refresh();
      // Avoid an unhandled rejection; callers that await the answer still get the error.
      refresh.done().catch(() => {});
      return refresh;
    },
    load: (stream, decider, refresh) => queueOf(stream, decider).load(refresh),
    async loadUncached(stream, decider, refresh) {
      if (cache.peek(stream)?.queues.has(decider)) return (await queueOf(stream, decider).load(refresh)).state;
      const uncached = new StreamState(store, stream, decider, freshness, () => {});
      await uncached.catchUp(freshness.refresh());
      return uncached.state;
    },
  };
}
