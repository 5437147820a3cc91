import type { AnyEvent } from '@perktree/contracts/events/catalogue';
import { encodeEvent } from '@perktree/contracts/events/codec';
import { Refused } from '@perktree/contracts/refusals';
import {
  type Appended,
  type EventStore,
  type NewEvent,
  OutcomeUnknown,
  RevisionConflict,
} from '@perktree/event-store/port';
import type { FastifyBaseLogger } from 'fastify';
import type { CommandContext } from './command-context.ts';
import { beforeRetry, beforeSettling, Courtesy } from './contention.ts';
import type { Decider } from './decider.ts';
import { deriveUuid } from './derive-uuid.ts';
import type { Executed } from './execution.ts';
import { FoldedStream, nextMoment } from './folded-stream.ts';

/** Commands that may wait for one stream in this process; more are refused, so that a queue never grows unseen. */
const MAX_WAITING = 10_000;
/** How often an append whose outcome is unknown is made again before the caller is told so. */
const MAX_SETTLING_ATTEMPTS = 5;

type Decide<State, Event> = (state: State, revision: number) => readonly Event[];

/**
 * All commands of this process on one stream, one after another: they decide on the state that the one before left, so
 * that a hot stream neither spins on conflicts with itself nor is read again. Other processes are met as conflicts.
 */
export class StreamLane<State, Event extends AnyEvent> {
  private readonly folded: FoldedStream<State, Event>;
  private tail: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private readonly courtesy = new Courtesy();

  constructor(
    private readonly options: {
      readonly store: EventStore;
      readonly stream: string;
      readonly decider: Decider<State, Event>;
      readonly logger: FastifyBaseLogger;
      /** How long a command whose turn has come is tried again when another process is ahead, in milliseconds. */
      readonly patienceMs: number;
      readonly onGrown: (eventCount: number) => void;
    },
  ) {
    this.folded = new FoldedStream(options.store, options.stream, options.decider);
  }

  async load(): Promise<{ state: State; revision: number }> {
    await this.folded.catchUp(nextMoment());
    this.options.onGrown(this.folded.revision + 1);
    return { state: this.folded.state, revision: this.folded.revision };
  }

  async rehearse(decide: Decide<State, Event>, context: CommandContext): Promise<void> {
    const { state, revision } = await this.load();
    if (!(await this.folded.appendedBy(context.commandId))) decide(state, revision);
  }

  execute(decide: Decide<State, Event>, context: CommandContext): Promise<Executed<State, Event>> {
    if (this.waiting >= MAX_WAITING) return Promise.reject(new Refused('TOO_MUCH_CONTENTION'));
    const asked = nextMoment();
    this.waiting += 1;
    const run = this.tail.then(() => this.run(decide, context, asked));
    const done = () => {
      this.waiting -= 1;
      this.options.onGrown(this.folded.revision + 1);
      if (this.waiting > 0) return this.courtesy.betweenCommands();
      this.courtesy.queueEnded();
    };
    this.tail = run.then(done, done);
    return run;
  }

  /** @param asked when the command came: it is never refused on a state that is older than that */
  private async run(
    decide: Decide<State, Event>,
    context: CommandContext,
    asked: number,
  ): Promise<Executed<State, Event>> {
    const { folded } = this;
    // The very first time there is nothing to decide on; later the cached state will do, as the append checks it.
    if (!folded.isCurrentSince(1)) await folded.catchUp(asked);
    const deadline = performance.now() + this.options.patienceMs;
    for (let attempt = 1; attempt === 1 || performance.now() < deadline; attempt += 1) {
      const decided = await this.decideOnCurrent(decide, context, asked);
      if (decided.kind === 'settled') return decided.result;
      const began = nextMoment();
      try {
        const appended = await this.append(decided.expectedRevision, decided.encoded);
        folded.fold(asFoldable(decided, context), began);
        this.courtesy.appended();
        return { ...this.now(), events: decided.events, position: appended.position };
      } catch (error) {
        if (!(error instanceof RevisionConflict)) throw error;
        this.courtesy.met();
        if (attempt > 1) await beforeRetry(attempt);
        await folded.catchUp(nextMoment());
      }
    }
    this.options.logger.warn(
      { category: categoryOf(folded.stream), commandId: context.commandId },
      'gave up on a contended stream',
    );
    throw new Refused('TOO_MUCH_CONTENTION');
  }

  /**
   * Decides on the cached state. What appends is checked by the append itself; what does not (a refusal, nothing to do)
   * holds only on a state that has everything stored before the command came, so that is read on first if need be.
   */
  private async decideOnCurrent(decide: Decide<State, Event>, context: CommandContext, asked: number) {
    const { folded } = this;
    for (;;) {
      const earlier = await folded.appendedBy(context.commandId);
      if (earlier) return { kind: 'settled', result: { ...this.now(), ...earlier } } as const;
      const isCurrent = folded.isCurrentSince(asked);
      const expectedRevision = folded.revision;
      try {
        const events = decide(folded.state, expectedRevision);
        if (events.length > 0) {
          const encoded = encode(folded.stream, events, context);
          return { kind: 'append', events, encoded, expectedRevision } as const;
        }
        if (isCurrent) return { kind: 'settled', result: { ...this.now(), events, position: undefined } } as const;
      } catch (error) {
        if (isCurrent) throw error;
      }
      await folded.catchUp(asked);
    }
  }

  private now(): { state: State; revision: number } {
    return { state: this.folded.state, revision: this.folded.revision };
  }

  /** Appends; while the outcome is unknown, makes the same append again, which settles it (event-store/port.ts). */
  private async append(expectedRevision: number, events: readonly NewEvent[]): Promise<Appended> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.options.store.append(this.folded.stream, expectedRevision, events);
      } catch (error) {
        if (!(error instanceof OutcomeUnknown) || attempt >= MAX_SETTLING_ATTEMPTS) throw error;
        if (attempt === 1) {
          this.options.logger.warn({ category: categoryOf(this.folded.stream) }, 'append outcome unknown, settling');
        }
        await beforeSettling(attempt);
      }
    }
  }
}

type Encoded = ReturnType<typeof encodeEvent>;

/**
 * The events as the store takes them. Their ids derive from the command and from what they say: the same append again is
 * known by them, while a command decided anew (with other random tokens) is not mistaken for its first attempt.
 */
function encode(stream: string, events: readonly AnyEvent[], context: CommandContext): readonly Encoded[] {
  return events.map((event, index) => {
    const id = deriveUuid('event', context.commandId, stream, index, context.now, JSON.stringify(event));
    return encodeEvent(event, id, {
      $correlationId: context.correlationId,
      $causationId: context.causationId,
      actor: context.actor,
      commandId: context.commandId,
      commandName: context.commandName,
      recordedAt: context.now,
    });
  });
}

function asFoldable<Event extends AnyEvent>(
  decided: { readonly encoded: readonly Encoded[]; readonly expectedRevision: number },
  context: CommandContext,
) {
  return decided.encoded.map(({ type, data }, index) => ({
    revision: decided.expectedRevision + 1 + index,
    commandId: context.commandId,
    recordedAt: context.now,
    fact: { type, data } as Event,
  }));
}

/** For the log: the rest of a stream's name may be a redemption code (docs/decisions/0003). */
function categoryOf(stream: string): string {
  return stream.split('-', 1)[0] ?? '';
}
