import type { AnyEvent } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import {
  type Appended,
  type EventStore,
  HistoryChanged,
  OutcomeUnknown,
  RevisionConflict,
  ServerReplaced,
  StoreUnavailable,
} from '@perktree/event-store/port';
import { warnOfFailure } from '@perktree/platform/outages/failure-log';
import type { FastifyBaseLogger } from 'fastify';
import { isTooOld } from './command-age.ts';
import type { CommandContext } from './command-context.ts';
import { type DecidedGroup, decideGroup, type WaitingCommand } from './command-group.ts';
import { beforeRetry, beforeSettling, Courtesy } from './contention.ts';
import type { Decider } from './decider.ts';
import type { Executed } from './execution.ts';
import { FoldedStream, nextMoment } from './folded-stream.ts';

/** Commands that may wait for one stream in this process; more are refused, so that a queue never grows unseen. */
const MAX_WAITING = 10_000;
/** Commands that share an append. */
const MAX_GROUP = 64;
/** How often an append whose outcome is unknown is made again before the caller is told so. */
const MAX_SETTLING_ATTEMPTS = 5;

/**
 * All commands of this process on one stream, one after another: they decide on the state that the one before leaves, and
 * those that came while an append was under way share the next one. So a hot stream neither spins on conflicts with
 * itself, nor is it read again, nor does each of its commands wait for a commit of its own. Other processes are met as
 * conflicts.
 */
export class StreamLane<State, Event extends AnyEvent> {
  private readonly folded: FoldedStream<State, Event>;
  private readonly courtesy = new Courtesy();
  private waiting: WaitingCommand<State, Event>[] = [];
  private working = false;

  constructor(
    private readonly options: {
      readonly store: EventStore;
      readonly stream: string;
      readonly decider: Decider<State, Event>;
      readonly logger: FastifyBaseLogger;
      /** How long commands whose turn has come are tried again when another process is ahead, in milliseconds. */
      readonly patienceMs: number;
      readonly onGrown: (eventCount: number) => void;
      /** The store has gone back behind what this process has seen of it. */
      readonly onHistoryChanged: () => void;
      /** The store's server was replaced or restarted, and may have lost what is not checked by appends. */
      readonly onServerReplaced: () => void;
    },
  ) {
    this.folded = new FoldedStream(options.store, options.stream, options.decider, options.onHistoryChanged);
  }

  async load(): Promise<{ state: State; revision: number }> {
    await this.folded.catchUp(nextMoment());
    this.options.onGrown(this.folded.revision + 1);
    return { state: this.folded.state, revision: this.folded.revision };
  }

  async rehearse(decide: WaitingCommand<State, Event>['decide'], context: CommandContext): Promise<boolean> {
    const { state, revision } = await this.load();
    if (await this.folded.appendedBy(context.commandId)) return true;
    decide(state, revision);
    return false;
  }

  execute(decide: WaitingCommand<State, Event>['decide'], context: CommandContext): Promise<Executed<State, Event>> {
    if (this.waiting.length >= MAX_WAITING) return Promise.reject(new Refused('TOO_MUCH_CONTENTION'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ decide, context, asked: nextMoment(), resolve, reject });
      if (!this.working) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.working = true;
    while (this.waiting.length > 0) {
      await this.run(this.takeGroup());
      this.options.onGrown(this.folded.revision + 1);
      if (this.waiting.length > 0) await this.courtesy.betweenAppends();
    }
    this.courtesy.queueEnded();
    this.working = false;
  }

  /** Those that have waited longest. The same command twice is never in one group: the second finds what the first did. */
  private takeGroup(): readonly WaitingCommand<State, Event>[] {
    const ids = new Set<string>();
    for (const { context } of this.waiting) {
      if (ids.size === MAX_GROUP || ids.has(context.commandId)) break;
      ids.add(context.commandId);
    }
    return this.waiting.splice(0, ids.size);
  }

  /** Answers every command of the group, or puts the last of them back to the head of the queue. */
  private async run(group: readonly WaitingCommand<State, Event>[]): Promise<void> {
    try {
      const done = await this.decideAndAppend(group);
      this.waiting.unshift(...group.slice(done));
    } catch (error) {
      const isOfStore =
        error instanceof OutcomeUnknown || error instanceof StoreUnavailable || error instanceof Refused;
      if (group.length === 1 || isOfStore) {
        for (const { reject } of group) reject(error);
      } else {
        // One of them cannot be stored, and it was all or nothing: each for itself then.
        for (const command of group) await this.run([command]);
      }
    }
  }

  /** @returns how many commands of the group have their answer */
  private async decideAndAppend(group: readonly WaitingCommand<State, Event>[]): Promise<number> {
    const { folded, courtesy, options } = this;
    // The very first time there is nothing to decide on; later the cached state will do, as the append checks it.
    if (!folded.isCurrentSince(1)) await folded.catchUp(Math.max(...group.map(({ asked }) => asked)));
    const deadline = performance.now() + options.patienceMs;
    for (let attempt = 1; attempt === 1 || performance.now() < deadline; attempt += 1) {
      try {
        const decided = await decideGroup(folded, options.decider, group);
        if (decided.encoded.length === 0) return answer(group, decided, undefined);
        const began = nextMoment();
        const appended = await this.append(decided, group);
        // Where a read has found meanwhile that the store went back, the next command reads what it has.
        const isHere = folded.seen === decided.seen || folded.revision > decided.expectedRevision;
        if (isHere) folded.fold(decided.foldable, began);
        courtesy.appended(decided.decisions.length);
        return answer(group, decided, appended.position);
      } catch (error) {
        if (error instanceof HistoryChanged) folded.forget();
        else if (!(error instanceof RevisionConflict)) throw error;
        courtesy.met();
        if (attempt > 1) await beforeRetry(attempt);
        await folded.catchUp(nextMoment());
      }
    }
    options.logger.warn(
      { category: categoryOf(folded.stream), commandId: group[0]?.context.commandId, commands: group.length },
      'gave up on a contended stream',
    );
    throw new Refused('TOO_MUCH_CONTENTION');
  }

  /** Appends; while the outcome is unknown, makes the same append again, which settles it (event-store/port.ts). */
  private async append(
    decided: Pick<DecidedGroup<State, Event>, 'expectedRevision' | 'encoded' | 'seen'>,
    group: readonly Pick<WaitingCommand<State, Event>, 'context'>[],
  ): Promise<Appended> {
    // What a command has read besides this stream holds on the server alone that it was read from.
    const readAt = Math.min(...group.map(({ context }) => context.readAt));
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { expectedRevision, encoded, seen } = decided;
        return await this.options.store.append(this.folded.stream, expectedRevision, encoded, seen, readAt);
      } catch (error) {
        if (error instanceof ServerReplaced) this.options.onServerReplaced();
        if (!(error instanceof OutcomeUnknown) || attempt >= MAX_SETTLING_ATTEMPTS) throw error;
        if (attempt === 1) {
          const category = categoryOf(this.folded.stream);
          warnOfFailure(this.options.logger, error, 'append outcome unknown, settling', { category });
        }
        await beforeSettling(attempt);
        // Stored now, it would stand at a time long gone.
        if (group.some(({ context }) => isTooOld(context))) throw error;
      }
    }
  }
}

/**
 * @param position of the last event of the group: of those that appended, the others' own ones are before it, and whoever
 *   waits for it has theirs, too
 */
function answer<State, Event extends AnyEvent>(
  group: readonly WaitingCommand<State, Event>[],
  { decisions }: DecidedGroup<State, Event>,
  position: bigint | undefined,
): number {
  decisions.forEach((decision, index) => {
    const command = group[index];
    if (decision.kind === 'refused') command?.reject(decision.error);
    else {
      const { executed } = decision;
      const isNew = executed.events.length > 0 && executed.position === undefined;
      command?.resolve(isNew ? { ...executed, position } : executed);
    }
  });
  return decisions.length;
}

/** For the log: the rest of a stream's name may be a redemption code (docs/decisions/0003). */
function categoryOf(stream: string): string {
  return stream.split('-', 1)[0] ?? '';
}
