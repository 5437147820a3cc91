import { Refused } from '@perktree/contracts/kernel/refusals';
import type { NewEvent, StreamVersion } from '@perktree/event-store/port';
import type { Timers } from '@perktree/platform/time/timers';
import { type Executed, type Execution, isExpired } from './command.ts';
import { type DecidedFold, type DomainEvent, encode, type FoldableEvent } from './event-codec.ts';
import type { Fold } from './fold.ts';
import type { Reads } from './reads.ts';
import type { StreamState } from './stream-state.ts';

/** A command in the queue of its stream. */
export interface QueuedCommand<State, Event> extends Pick<Execution<State, Event>, 'decide' | 'context' | 'isNew'> {
  /** The other streams that the command has read. */
  readonly reads: Reads;
  readonly resolve: (executed: Executed<State, Event>) => void;
  readonly reject: (error: unknown) => void;
}

/** The outcome of one command of a batch, valid once the events of the batch are stored. */
export type Decision<State, Event> =
  | { readonly kind: 'executed'; readonly executed: Executed<State, Event> }
  | { readonly kind: 'refused'; readonly error: unknown };

export interface DecidedBatch<State, Event> {
  /** One for each command, in order. There are fewer decisions than commands when the batch exceeds its size limit. */
  readonly decisions: readonly Decision<State, Event>[];
  readonly expectedRevision: number;
  /** Id of the event at the expected revision. */
  readonly lastEventId: string | undefined;
  readonly encoded: readonly NewEvent[];
  /** The other streams that its commands with events have read. */
  readonly reads: readonly StreamVersion[];
  readonly folding: DecidedFold<State, Event>;
}

interface Deciding<State, Event extends DomainEvent> {
  readonly fold: Fold<State, Event>;
  readonly timers: Timers;
}

/** No command joins a batch whose events exceed this many characters: every event store takes an append of that size. */
const MAX_SIZE = 256 * 1024;

/**
 * Decides commands in order, each on the state after the commands before it. The append compares the stream with the state, and
 * the other streams with what each command has read.
 */
export async function decideBatch<State, Event extends DomainEvent>(
  streamState: StreamState<State, Event>,
  deciding: Deciding<State, Event>,
  batch: readonly QueuedCommand<State, Event>[],
): Promise<DecidedBatch<State, Event>> {
  const repeated = await findRepeated(streamState, batch);
  return decideInOrder(streamState, deciding, batch, repeated);
}

type Repeated<Event> = ReadonlyMap<string, { readonly events: readonly Event[]; readonly position: bigint }>;

/** What repeated commands of the batch appended the first time, by command id. */
async function findRepeated<State, Event extends DomainEvent>(
  streamState: StreamState<State, Event>,
  batch: readonly QueuedCommand<State, Event>[],
): Promise<Repeated<Event>> {
  const found = new Map<string, { events: readonly Event[]; position: bigint }>();
  for (const { context } of batch) {
    if (!streamState.hasCommand(context.commandId)) continue;
    const appended = await streamState.appendedBy(context.commandId);
    if (appended) found.set(context.commandId, appended);
  }
  return found;
}

/** Synchronous, so that no read changes the state in between. */
function decideInOrder<State, Event extends DomainEvent>(
  streamState: StreamState<State, Event>,
  { fold, timers }: Deciding<State, Event>,
  batch: readonly QueuedCommand<State, Event>[],
  repeated: Repeated<Event>,
): DecidedBatch<State, Event> {
  const { revision: expectedRevision, lastEventId } = streamState;
  const before = streamState.state;
  let [state, revision, size] = [before, expectedRevision, 0];
  const decisions: Decision<State, Event>[] = [];
  const encoded: NewEvent[] = [];
  const folded: FoldableEvent<Event>[] = [];
  const compared = new Map<string, StreamVersion>();
  for (const { decide, context, reads } of batch) {
    if (size > MAX_SIZE) break;
    const first = repeated.get(context.commandId);
    if (first) {
      decisions.push({ kind: 'executed', executed: { state, revision, ...first } });
      continue;
    }
    try {
      // A retry gets a new time.
      if (isExpired(context, timers)) throw new Refused('TOO_MUCH_CONTENTION');
      reads.assertUnchanged();
      const events = decide(state, revision);
      const own = encode(streamState.stream, events, context);
      size += own.size;
      if (events.length > 0) for (const read of reads.versions) compared.set(`${read.stream} ${read.eventId}`, read);
      const { commandId, now: recordedAt, actor } = context;
      for (const { fact: event, ...stored } of own.encoded) {
        encoded.push(stored);
        revision += 1;
        state = fold.evolve(state, event, recordedAt, actor.role);
        folded.push({ eventId: stored.eventId, revision, commandId, recordedAt, by: actor.role, event });
      }
      decisions.push({ kind: 'executed', executed: { state, revision, events, position: undefined } });
    } catch (error) {
      decisions.push({ kind: 'refused', error });
    }
  }
  const folding = { events: folded, before, after: state };
  return { decisions, expectedRevision, lastEventId, encoded, reads: [...compared.values()], folding };
}
