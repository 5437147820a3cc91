import type { EventStore } from '@perktree/event-store/port';
import type { Timers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { DomainEvent } from './event-codec.ts';
import type { Fold } from './fold.ts';
import { Freshness } from './freshness.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import { StreamQueue } from './stream-queue.ts';
import type { StreamState } from './stream-state.ts';
import type { Turns } from './turns.ts';

const MAX_STREAMS = 20_000;
const MAX_BYTES = 250_000_000;
/** Of the queue of a stream without events. */
const QUEUE_BYTES = 500;

/** What keeps a cached state fresh, whatever its type. */
interface Cached {
  readonly streamState: Pick<
    StreamState<unknown, DomainEvent>,
    'bytes' | 'revision' | 'heard' | 'offer' | 'distrust' | 'stopHearing'
  >;
}

/** The queues and states of the streams that this process has used last. What others append is passed on to the states. */
export class StreamCache {
  readonly freshness: Freshness;
  private readonly maxBytes: number;
  /** By stream one queue for each fold, because their states differ. */
  private readonly cache: LRUCache<string, { readonly queues: Map<unknown, Cached> }>;
  /** Counts regressions, so that queues created before one report it only once. */
  private history = 0;

  constructor(
    private readonly options: {
      readonly store: EventStore;
      readonly logger: FastifyBaseLogger;
      readonly snapshots?: Snapshots;
      readonly retryForMs: number;
      readonly timers: Timers;
      readonly turns: Turns;
      readonly maxCachedBytes?: number;
      readonly onRegression?: () => void;
      readonly onServerReplaced?: () => void;
    },
  ) {
    const { store, maxCachedBytes = MAX_BYTES } = options;
    this.maxBytes = maxCachedBytes;
    this.cache = new LRUCache({
      max: MAX_STREAMS,
      maxSize: maxCachedBytes,
      dispose({ queues }, _, reason) {
        if (reason !== 'set') for (const { streamState } of queues.values()) streamState.stopHearing();
      },
    });
    this.freshness = new Freshness(store, {
      heard: (header) => {
        for (const state of this.statesOf(header.stream)) state.heard(header);
      },
      lostTrack: () => {
        for (const stream of this.cache.keys()) for (const state of this.statesOf(stream)) state.distrust();
      },
    });
    store.followOthers?.((events) => {
      if (events === null) this.freshness.missed();
      for (const event of events ?? []) for (const state of this.statesOf(event.stream)) state.offer(event);
    });
  }

  has(stream: string, fold: unknown): boolean {
    return this.cache.peek(stream)?.queues.has(fold) ?? false;
  }

  queueOf<State, Event extends DomainEvent>(stream: string, fold: Fold<State, Event>): StreamQueue<State, Event> {
    const queues = this.cache.get(stream)?.queues ?? new Map<unknown, Cached>();
    const cached = queues.get(fold);
    if (cached) return cached as StreamQueue<State, Event>;
    const createdIn = this.history;
    const queue = new StreamQueue<State, Event>({
      onServerReplaced: () => {},
      ...this.options,
      stream,
      fold,
      freshness: this.freshness,
      onHistoryChanged: () => this.onHistoryChanged(createdIn),
      onAppended: (revision) => {
        // States of other folds lack the events.
        for (const state of this.statesOf(stream))
          if (state.revision < revision) state.heard({ revision, eventId: undefined });
      },
      onGrown: () => {
        if (this.cache.peek(stream)?.queues === queues) this.keep(stream, queues);
      },
    });
    queues.set(fold, queue);
    this.keep(stream, queues);
    return queue;
  }

  private statesOf(stream: string) {
    return [...(this.cache.peek(stream)?.queues.values() ?? [])].map(({ streamState }) => streamState);
  }

  private keep(stream: string, queues: Map<unknown, Cached>): void {
    let bytes = 0;
    for (const { streamState } of queues.values()) bytes += QUEUE_BYTES + streamState.bytes;
    this.cache.set(stream, { queues }, { size: Math.min(bytes, Math.floor(this.maxBytes / 2)) });
  }

  private onHistoryChanged(of: number): void {
    if (of !== this.history) return;
    this.history += 1;
    this.cache.clear();
    this.options.logger.error('the event store has lost events: dropped all cached streams');
    this.options.onRegression?.();
  }
}
