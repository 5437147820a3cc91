import type { AnyEvent } from '@perktree/contracts/events/catalogue';
import type { EventStore } from '@perktree/event-store/port';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Decider } from './decider.ts';
import type { Executed, Execution } from './execution.ts';
import { FoldedStream, nextMoment } from './folded-stream.ts';
import { StreamLane } from './stream-lane.ts';

/** States that are kept in memory, one for each stream and decider, and the sum of their events; both only bound memory. */
const MAX_CACHED_STATES = 20_000;
const MAX_CACHED_EVENTS = 1_000_000;
/** Long enough for any number of tries among busy processes, and shorter than a client or a proxy waits. */
const PATIENCE_MS = 10_000;

export interface CommandHandler {
  /**
   * Loads a stream, decides and appends, again when another writer came first. A command appends once to a stream: the
   * same command id again gets the events that it appended the first time, without deciding anew.
   * @throws Refused by `decide`; Refused TOO_MUCH_CONTENTION; OutcomeUnknown or StoreUnavailable by the store
   */
  execute<State, Event extends AnyEvent>(execution: Execution<State, Event>): Promise<Executed<State, Event>>;
  /**
   * Decides on what is stored now without appending, so that a refusal is known beforehand. It says nothing of what
   * `execute` will find. A command that has appended already is not decided again.
   * @returns whether it has appended already
   * @throws Refused by `decide`
   */
  rehearse<State, Event extends AnyEvent>(execution: Execution<State, Event>): Promise<boolean>;
  /** The state of a stream as it is now or later: at least everything that was stored when this was called. */
  load<State, Event extends AnyEvent>(
    stream: string,
    decider: Decider<State, Event>,
  ): Promise<{ readonly state: State; readonly revision: number }>;
  /**
   * The same of a stream that nobody is going to ask for again soon: it is not kept in memory for this. A counter redeems
   * as many scans as there are customers, each of them once.
   */
  glance<State, Event extends AnyEvent>(stream: string, decider: Decider<State, Event>): Promise<State>;
}

/** One handler a process: its cache and its queues are what make hot streams cheap. Correct with any number of them. */
export function createCommandHandler(options: {
  readonly store: EventStore;
  readonly logger: FastifyBaseLogger;
  /** How long a command is tried again when other processes are ahead of it on its stream, in milliseconds. */
  readonly patienceMs?: number;
  /** The store has gone back: called once, whatever number of streams it is found by. */
  readonly onRegression?: () => void;
  /** The store's server was replaced or restarted: called for each append that was refused for that. */
  readonly onServerReplaced?: () => void;
}): CommandHandler {
  const { store, logger, patienceMs = PATIENCE_MS, onRegression = () => {}, onServerReplaced = () => {} } = options;
  const lanes = new LRUCache<string, { readonly lane: unknown }>({
    max: MAX_CACHED_STATES,
    maxSize: MAX_CACHED_EVENTS,
  });

  /** Counts the histories that this process has seen. A lane of an earlier one has nothing new to tell. */
  let history = 0;
  function onHistoryChanged(of: number): void {
    if (of !== history) return;
    history += 1;
    lanes.clear();
    logger.error('the event store has gone back: everything that was held of it in memory is dropped');
    onRegression();
  }

  /** Deciders fold a stream into states of different types: each has a lane of its own, and none evicts another. */
  const deciders = new Map<unknown, number>();
  function keyOf(stream: string, decider: unknown): string {
    const number = deciders.get(decider) ?? deciders.size;
    deciders.set(decider, number);
    return `${number} ${stream}`;
  }

  function laneOf<State, Event extends AnyEvent>(stream: string, decider: Decider<State, Event>) {
    const key = keyOf(stream, decider);
    const cached = lanes.get(key);
    if (cached) return cached.lane as StreamLane<State, Event>;
    const created = history;
    const lane = new StreamLane<State, Event>({
      store,
      stream,
      decider,
      logger,
      patienceMs,
      onHistoryChanged: () => onHistoryChanged(created),
      onServerReplaced,
      onGrown: (eventCount) => {
        const size = 1 + eventCount * (decider.memoryOfEvent ?? 1);
        if (lanes.peek(key)?.lane === lane) lanes.set(key, { lane }, { size });
      },
    });
    lanes.set(key, { lane }, { size: 1 });
    return lane;
  }

  return {
    execute: ({ stream, decider, decide, context }) => laneOf(stream, decider).execute(decide, context),
    rehearse: ({ stream, decider, decide, context }) => laneOf(stream, decider).rehearse(decide, context),
    load: (stream, decider) => laneOf(stream, decider).load(),
    async glance(stream, decider) {
      if (lanes.has(keyOf(stream, decider))) return (await laneOf(stream, decider).load()).state;
      const folded = new FoldedStream(store, stream, decider, () => {});
      await folded.catchUp(nextMoment());
      return folded.state;
    },
  };
}
