import { categoryOf } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import {
  AppendConflict,
  type Appended,
  type EventStore,
  HistoryChanged,
  type Missing,
  OutcomeUnknown,
  ServerReplaced,
  StoreUnavailable,
} from '@perktree/event-store/port';
import { warnOfFailure } from '@perktree/platform/outages';
import type { Timers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import { beforeRetry, beforeSettling } from './backoff.ts';
import { type DecidedBatch, decideBatch, type QueuedCommand } from './batch.ts';
import { type Executed, type Execution, isExpired } from './command.ts';
import type { DomainEvent } from './event-codec.ts';
import type { Fold } from './fold.ts';
import type { Freshness, LogMark } from './freshness.ts';
import type { Reads } from './reads.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import { StreamState } from './stream-state.ts';
import type { Turns } from './turns.ts';

/** Back pressure: further commands on the stream are refused. */
const MAX_QUEUED = 10_000;
const MAX_BATCH = 64;
/** Attempts to settle an append whose outcome is unknown. */
const MAX_SETTLING_ATTEMPTS = 5;
/** A stream counts as contended for this long after a conflict. */
const CONTENDED_MS = 1_000;
/**
 * Appends in a row after which a queue takes turns once: the process that appended last has the newest state, so it would win
 * each time against others, which must read first.
 */
const APPENDS_WITHOUT_TURN = 50;

/**
 * The commands of this process on one stream, decided in order. Commands that arrive during an append share the next one,
 * so a hot stream has no conflicts within the process, is not read again and needs one commit per batch. Appends of other
 * processes show as revision conflicts.
 */
export class StreamQueue<State, Event extends DomainEvent> {
  readonly streamState: StreamState<State, Event>;
  private appendsInARow = 0;
  /** On the logical clock of the process. */
  private turnBegan = 0;
  /** In a row. */
  private conflicts = 0;
  private firstConflictAt = 0;
  /** The last one, `timers.monotonic()`. */
  private conflictAt = Number.NEGATIVE_INFINITY;
  private queue: QueuedCommand<State, Event>[] = [];
  private isDraining = false;

  constructor(
    private readonly options: {
      readonly store: EventStore;
      readonly stream: string;
      readonly fold: Fold<State, Event>;
      readonly freshness: Freshness;
      readonly logger: FastifyBaseLogger;
      readonly snapshots?: Snapshots | undefined;
      /** How long a batch is retried after conflicts with other processes, in milliseconds. */
      readonly retryForMs: number;
      readonly timers: Timers;
      readonly turns: Turns;
      readonly onGrown: () => void;
      /** @param revision of the last event that this process has appended */
      readonly onAppended: (revision: number) => void;
      /** The store has lost events that this process has seen. */
      readonly onHistoryChanged: () => void;
      /** The store's server was replaced or restarted; cached reads that no append checks may be invalid. */
      readonly onServerReplaced: () => void;
    },
  ) {
    const { store, stream, fold, freshness, onHistoryChanged, snapshots } = options;
    this.streamState = new StreamState(store, stream, fold, freshness, onHistoryChanged, true, snapshots);
  }

  /** @param moment the state includes what was stored before */
  async load(moment: number): Promise<{ state: State; revision: number }> {
    await this.streamState.catchUp(moment);
    this.options.onGrown();
    return { state: this.streamState.state, revision: this.streamState.revision };
  }

  execute(
    { decide, context, isNew = false }: Pick<Execution<State, Event>, 'decide' | 'context' | 'isNew'>,
    reads: Reads,
  ): Promise<Executed<State, Event>> {
    if (this.queue.length >= MAX_QUEUED) return Promise.reject(new Refused('TOO_MUCH_CONTENTION'));
    return new Promise((resolve, reject) => {
      this.queue.push({ decide, context, isNew, reads, resolve, reject });
      if (!this.isDraining) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.isDraining = true;
    while (this.queue.length > 0) {
      if (this.isContended) await this.options.turns(this.streamState.stream, () => this.haveTurn());
      else await this.run(this.takeBatch());
      this.options.onGrown();
    }
    this.appendsInARow = 0;
    this.isDraining = false;
  }

  /** The oldest commands. A repeated command goes into a later batch, where it finds what the first one appended. */
  private takeBatch(): readonly QueuedCommand<State, Event>[] {
    const ids = new Set<string>();
    for (const { context } of this.queue) {
      if (ids.size === MAX_BATCH || ids.has(context.commandId)) break;
      ids.add(context.commandId);
    }
    return this.queue.splice(0, ids.size);
  }

  /** Settles every command of the batch, or returns undecided ones to the head of the queue. */
  private async run(batch: readonly QueuedCommand<State, Event>[]): Promise<void> {
    try {
      const settled = await this.decideAndAppend(batch);
      this.queue.unshift(...batch.slice(settled));
    } catch (error) {
      const isOfStore =
        error instanceof OutcomeUnknown || error instanceof StoreUnavailable || error instanceof Refused;
      if (batch.length === 1 || isOfStore) {
        for (const { reject } of batch) reject(error);
      } else {
        // The store rejected one of the commands and so the whole batch: run each alone to isolate it.
        for (const command of batch) await this.run([command]);
      }
    }
  }

  /** @returns the number of commands settled, from the start of the batch */
  private async decideAndAppend(batch: readonly QueuedCommand<State, Event>[]): Promise<number> {
    const { streamState, options } = this;
    const since = Math.max(this.turnBegan, ...batch.map(({ reads }) => reads.since));
    const isFirstGuess = batch.every(({ isNew, reads }) => isNew && reads.isFirstRun);
    if (!isFirstGuess || this.conflicts > 0) await streamState.catchUp(since);
    const decided = await decideBatch(streamState, options, batch);
    if (decided.encoded.length === 0) return this.settleUnstored(batch, decided);
    const before = options.freshness.mark();
    try {
      return this.settleStored(batch, decided, await this.append(decided, batch), before);
    } catch (error) {
      this.learn(error, batch, decided, before);
    }
    await this.conflictSeen(batch);
    return 0;
  }

  /** Another process has appended first. Pauses, unless it was the first time. @throws Refused TOO_MUCH_CONTENTION */
  private async conflictSeen(batch: readonly QueuedCommand<State, Event>[]): Promise<void> {
    const { timers, retryForMs, logger } = this.options;
    this.conflicts += 1;
    this.conflictAt = timers.monotonic();
    if (this.conflicts === 1) this.firstConflictAt = this.conflictAt;
    else if (this.conflictAt - this.firstConflictAt < retryForMs) await beforeRetry(this.conflicts, timers);
    else {
      const commandId = batch[0]?.context.commandId;
      // Only the category: the rest of a stream name may contain a redemption code (docs/decisions/0003).
      const about = { category: categoryOf(this.streamState.stream), commandId, commands: batch.length };
      logger.warn(about, 'gave up on a contended stream');
      this.conflicts = 0;
      throw new Refused('TOO_MUCH_CONTENTION');
    }
  }

  /** Whether it waits for its turn. One command alone is tried without twice, which costs less. */
  private get isContended(): boolean {
    const isRecent = this.options.timers.monotonic() - this.conflictAt <= CONTENDED_MS;
    return this.conflicts > 1 || (this.queue.length > 1 && isRecent) || this.appendsInARow >= APPENDS_WITHOUT_TURN;
  }

  /** Reads what others have appended, so that it decides in vain only where a process appends without a turn. */
  private async haveTurn(): Promise<void> {
    this.appendsInARow = 0;
    this.streamState.distrust();
    this.turnBegan = this.options.freshness.moment();
    do await this.run(this.takeBatch());
    while (this.conflicts > 0 && this.queue.length > 0);
  }

  private settleStored(
    batch: readonly QueuedCommand<State, Event>[],
    decided: DecidedBatch<State, Event>,
    { revision, position }: Appended,
    before: LogMark,
  ): number {
    const { streamState, options } = this;
    // Do not fold if a concurrent read has found that the store lost events; the next command reads the stream.
    const isSameHistory =
      streamState.lastEventId === decided.lastEventId || streamState.revision > decided.expectedRevision;
    if (isSameHistory) streamState.foldDecided(decided.folding, before.moment);
    if (options.store.comparesReads) compared(batch, decided, before, []);
    options.onAppended(revision);
    this.appendsInARow += 1;
    this.conflicts = 0;
    return settle(batch, decided, position);
  }

  /** Takes over what a refused append says of the streams. @throws the error if it says nothing */
  private learn(
    error: unknown,
    batch: readonly QueuedCommand<State, Event>[],
    decided: DecidedBatch<State, Event>,
    before: LogMark,
  ): void {
    const { streamState } = this;
    if (error instanceof HistoryChanged) {
      streamState.forget();
      for (const { reads } of batch) reads.lost();
    } else if (error instanceof AppendConflict) {
      const own = error.missing.find(({ stream }) => stream === streamState.stream);
      if (own) streamState.take(own, before);
      if (this.options.store.comparesReads) compared(batch, decided, before, error.missing);
    } else throw error;
  }

  /** Nothing was appended that compares the stream, so the outcomes need a state that is known to be current. */
  private settleUnstored(batch: readonly QueuedCommand<State, Event>[], decided: DecidedBatch<State, Event>): number {
    const { streamState } = this;
    const version = { stream: streamState.stream, revision: decided.expectedRevision, eventId: decided.lastEventId };
    decided.decisions.forEach((decision, index) => {
      const isRepeated = decision.kind === 'executed' && decision.executed.position !== undefined;
      if (!isRepeated) batch[index]?.reads.noteDecided(streamState, version);
    });
    return settle(batch, decided, undefined);
  }

  /** Appends. If the outcome is unknown, the same append is repeated, which settles it (event-store/port.ts). */
  private async append(
    { expectedRevision, encoded, lastEventId: seen, reads }: DecidedBatch<State, Event>,
    batch: readonly QueuedCommand<State, Event>[],
  ): Promise<Appended> {
    // Other streams that the commands have read are valid only on the server that they were read from.
    const readAt = Math.min(...batch.map(({ context }) => context.arrivedAt ?? context.readAt));
    const { stream } = this.streamState;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.options.store.append(stream, expectedRevision, encoded, { seen, reads, readAt });
      } catch (error) {
        if (error instanceof ServerReplaced) this.options.onServerReplaced();
        if (!(error instanceof OutcomeUnknown) || attempt >= MAX_SETTLING_ATTEMPTS) throw error;
        if (attempt === 1) {
          const category = categoryOf(stream);
          warnOfFailure(this.options.logger, error, 'append outcome unknown, settling', { category });
        }
        await beforeSettling(attempt, this.options.timers);
        if (batch.some(({ context }) => isExpired(context, this.options.timers))) throw error;
      }
    }
  }
}

/** The append has compared what the commands with events have read. */
function compared<State, Event>(
  batch: readonly QueuedCommand<State, Event>[],
  { decisions }: DecidedBatch<State, Event>,
  beforeAppend: LogMark,
  missing: readonly Missing[],
): void {
  decisions.forEach((decision, index) => {
    if (decision.kind === 'refused' || decision.executed.events.length === 0) return;
    batch[index]?.reads.compared(beforeAppend, missing);
  });
}

/**
 * Resolves or rejects the decided commands.
 * @param position of the last event of the batch. Every command of the batch returns it: its own events are not later, so
 *   a read model at that position includes them
 */
function settle<State, Event>(
  batch: readonly QueuedCommand<State, Event>[],
  { decisions }: DecidedBatch<State, Event>,
  position: bigint | undefined,
): number {
  decisions.forEach((decision, index) => {
    const command = batch[index];
    if (decision.kind === 'refused') command?.reject(decision.error);
    else {
      const { executed } = decision;
      const hasAppended = executed.events.length > 0 && executed.position === undefined;
      command?.resolve(hasAppended ? { ...executed, position } : executed);
    }
  });
  return decisions.length;
}
