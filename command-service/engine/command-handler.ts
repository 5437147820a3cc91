import { Refused } from '@perktree/contracts/kernel/refusals';
import { type EventStore, OutcomeUnknown, StoreUnavailable } from '@perktree/event-store/port';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { beforeRetry } from './backoff.ts';
import type { Executed, Execution } from './command.ts';
import type { Decider } from './decider.ts';
import type { DomainEvent } from './event-codec.ts';
import { Freshness } from './freshness.ts';
import { Reads } from './reads.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import { StreamQueue } from './stream-queue.ts';
import { StreamState } from './stream-state.ts';
import type { Turns } from './turns.ts';

/** Bounds of the stream cache: streams, and the memory of their states. */
const MAX_CACHED_STREAMS = 20_000;
const MAX_CACHED_BYTES = 250_000_000;
/** Of the queue of a stream without events. */
const QUEUE_BYTES = 500;
/** Enough retries under contention, and shorter than the timeouts of clients and proxies. */
const RETRY_FOR_MS = 10_000;

export interface CommandHandler {
  /**
   * Runs a command that decides on several streams. Its appends compare each stream that it has loaded by the given handler. What
   * it answers without an append, such as a refusal, is confirmed by one question to the store. If a stream has changed, it
   * runs again, by default for 10 s: so it keeps its command id, and what it has stored is found as that of a repeated command.
   * @throws Refused TOO_MUCH_CONTENTION, and what the work throws
   */
  run<T>(work: (handler: CommandHandler) => Promise<T>): Promise<T>;
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
  /** The state of a stream. Outside of `run` it includes everything stored before the call. */
  load<State, Event extends DomainEvent>(stream: string, decider: Decider<State, Event>): Promise<Loaded<State>>;
  /**
   * The state of a stream, including everything stored before the command arrived. Appends do not compare it: for streams that
   * change so often that they would fail.
   */
  loadUncompared<State, Event extends DomainEvent>(
    stream: string,
    decider: Decider<State, Event>,
  ): Promise<Loaded<State>>;
  /** As `load`, without adding the stream to the cache: for streams that are rarely loaded twice. */
  loadUncached<State, Event extends DomainEvent>(stream: string, decider: Decider<State, Event>): Promise<State>;
}

interface Loaded<State> {
  readonly state: State;
  readonly revision: number;
}

/** What keeps a cached state fresh, whatever its type. */
interface Cached {
  readonly streamState: Pick<
    StreamState<unknown, DomainEvent>,
    'bytes' | 'revision' | 'heard' | 'offer' | 'distrust' | 'stopHearing'
  >;
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
  /** Of processes that append to one stream. Left out: there are no others, or they conflict. */
  readonly turns?: Turns;
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
    turns = (_stream, work) => work(),
  } = options;
  const { onRegression = () => {}, onServerReplaced = () => {} } = options;
  /** By stream one queue for each decider, because their states differ. */
  const cache = new LRUCache<string, { readonly queues: Map<unknown, Cached> }>({
    max: MAX_CACHED_STREAMS,
    maxSize: maxCachedBytes,
    dispose({ queues }, _, reason) {
      if (reason !== 'set') for (const { streamState } of queues.values()) streamState.stopHearing();
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

  store.followOthers?.((events) => {
    if (events === null) freshness.missed();
    for (const event of events ?? []) for (const state of statesOf(event.stream)) state.offer(event);
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
      store,
      stream,
      decider,
      freshness,
      logger,
      snapshots,
      retryForMs,
      timers,
      turns,
      onServerReplaced,
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

  /** The handler of one run. */
  function within(reads: Reads): CommandHandler {
    const handler: CommandHandler = {
      run: (work) => work(handler),
      async execute(execution) {
        reads.forget(execution.stream);
        // The store does not compare them.
        if (!store.comparesReads && !(await reads.areCurrent())) reads.changed();
        return queueOf(execution.stream, execution.decider).execute(execution, reads);
      },
      async dryRun({ stream, decider, decide, context }) {
        const queue = queueOf(stream, decider);
        const { state, revision } = await queue.load(reads.since);
        reads.noteDecided(queue.streamState);
        if (await queue.streamState.appendedBy(context.commandId)) return true;
        decide(state, revision);
        return false;
      },
      async load(stream, decider) {
        const queue = queueOf(stream, decider);
        const loaded = await queue.load(reads.since);
        reads.note(queue.streamState);
        return loaded;
      },
      loadUncompared: (stream, decider) => queueOf(stream, decider).load(reads.asOf),
      async loadUncached(stream, decider) {
        if (cache.peek(stream)?.queues.has(decider)) return (await handler.load(stream, decider)).state;
        const uncached = new StreamState(store, stream, decider, freshness, () => {}, false);
        await uncached.catchUp(reads.since);
        reads.note(uncached);
        return uncached.state;
      },
    };
    return handler;
  }

  /** @param asksFirst whether most states of the command will need the answer of the store */
  async function run<T>(work: (handler: CommandHandler) => Promise<T>, asksFirst = false): Promise<T> {
    const asOf = freshness.moment();
    // Avoid an unhandled rejection; states that need the answer ask again.
    if (asksFirst) freshness.confirm(asOf).catch(() => {});
    const deadline = timers.monotonic() + retryForMs;
    for (let attempt = 1; attempt <= 2 || timers.monotonic() < deadline; attempt += 1) {
      if (attempt > 2) await beforeRetry(attempt, timers);
      const reads = new Reads(freshness, asOf, attempt === 1);
      const [outcome] = await Promise.allSettled([work(within(reads))]);
      const isOfStore = outcome.status === 'rejected' && isStoreError(outcome.reason);
      if (reads.hasChanged || !(isOfStore || (await reads.areCurrent()))) continue;
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    }
    throw new Refused('TOO_MUCH_CONTENTION');
  }

  return {
    run: (work) => run(work, !store.comparesReads),
    execute: (execution) => run((handler) => handler.execute(execution)),
    dryRun: (execution) => run((handler) => handler.dryRun(execution)),
    load: (stream, decider) => run((handler) => handler.load(stream, decider)),
    loadUncompared: (stream, decider) => run((handler) => handler.load(stream, decider)),
    loadUncached: (stream, decider) => run((handler) => handler.loadUncached(stream, decider)),
  };
}

const isStoreError = (error: unknown) => error instanceof OutcomeUnknown || error instanceof StoreUnavailable;
