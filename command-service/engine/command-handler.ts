import { Refused } from '@perktree/contracts/kernel/refusals';
import { type EventStore, OutcomeUnknown, StoreUnavailable } from '@perktree/event-store/port';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import { beforeRetry } from './backoff.ts';
import type { Executed, Execution } from './command.ts';
import type { DomainEvent } from './event-codec.ts';
import type { Fold } from './fold.ts';
import { Reads } from './reads.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import { StreamCache } from './stream-cache.ts';
import { StreamState } from './stream-state.ts';
import type { Turns } from './turns.ts';

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
  load<State, Event extends DomainEvent>(stream: string, fold: Fold<State, Event>): Promise<Loaded<State>>;
  /**
   * The state of a stream, including everything stored before the command arrived. Appends do not compare it: for streams that
   * change so often that they would fail.
   */
  loadUncompared<State, Event extends DomainEvent>(stream: string, fold: Fold<State, Event>): Promise<Loaded<State>>;
  /** As `load`, without adding the stream to the cache: for streams that are rarely loaded twice. */
  loadUncached<State, Event extends DomainEvent>(stream: string, fold: Fold<State, Event>): Promise<State>;
}

interface Loaded<State> {
  readonly state: State;
  readonly revision: number;
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
  const { store, timers = systemTimers, retryForMs = RETRY_FOR_MS } = options;
  const cache = new StreamCache({ turns: (_stream, work) => work(), ...options, timers, retryForMs });
  const { freshness } = cache;

  function handlerOf(reads: Reads): CommandHandler {
    const handler: CommandHandler = {
      run: (work) => work(handler),
      async execute(execution) {
        reads.forget(execution.stream);
        // The store does not compare them.
        if (!store.comparesReads && !(await reads.areCurrent())) reads.changed();
        return cache.queueOf(execution.stream, execution.fold).execute(execution, reads);
      },
      async dryRun({ stream, fold, decide, context }) {
        const queue = cache.queueOf(stream, fold);
        const { state, revision } = await queue.load(reads.since);
        reads.noteDecided(queue.streamState);
        if (await queue.streamState.appendedBy(context.commandId)) return true;
        decide(state, revision);
        return false;
      },
      async load(stream, fold) {
        const queue = cache.queueOf(stream, fold);
        const loaded = await queue.load(reads.since);
        reads.note(queue.streamState);
        return loaded;
      },
      loadUncompared: (stream, fold) => cache.queueOf(stream, fold).load(reads.asOf),
      async loadUncached(stream, fold) {
        if (cache.has(stream, fold)) return (await handler.load(stream, fold)).state;
        const uncached = new StreamState(store, stream, fold, freshness, () => {}, false);
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
      const [outcome] = await Promise.allSettled([work(handlerOf(reads))]);
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
    load: (stream, fold) => run((handler) => handler.load(stream, fold)),
    loadUncompared: (stream, fold) => run((handler) => handler.load(stream, fold)),
    loadUncached: (stream, fold) => run((handler) => handler.loadUncached(stream, fold)),
  };
}

const isStoreError = (error: unknown) => error instanceof OutcomeUnknown || error instanceof StoreUnavailable;
