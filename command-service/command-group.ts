import type { AnyEvent } from '@perktree/contracts/events/catalogue';
import { encodeEvent } from '@perktree/contracts/events/codec';
import { Refused } from '@perktree/contracts/refusals';
import { isTooOld } from './command-age.ts';
import type { CommandContext } from './command-context.ts';
import type { Decider } from './decider.ts';
import { deriveUuid } from './derive-uuid.ts';
import type { Executed } from './execution.ts';
import type { FoldableEvent, FoldedStream } from './folded-stream.ts';

/** A command that waits for its turn on a stream. */
export interface WaitingCommand<State, Event> {
  readonly decide: (state: State, revision: number) => readonly Event[];
  readonly context: CommandContext;
  /** When it came: it is never refused on a state that is older than that. */
  readonly asked: number;
  readonly resolve: (executed: Executed<State, Event>) => void;
  readonly reject: (error: unknown) => void;
}

export type Encoded = ReturnType<typeof encodeEvent>;

/** What a command came to, once the events of those before it in the group are stored with its own. */
export type Decision<State, Event> =
  | { readonly kind: 'executed'; readonly executed: Executed<State, Event> }
  | { readonly kind: 'refused'; readonly error: unknown };

export interface DecidedGroup<State, Event> {
  /** One for each command, in their order; fewer where the events of those before have become too many. */
  readonly decisions: readonly Decision<State, Event>[];
  readonly expectedRevision: number;
  /** The id of the event there. */
  readonly seen: string | undefined;
  readonly encoded: readonly Encoded[];
  /** The same events as the state takes them in. */
  readonly foldable: readonly FoldableEvent<Event>[];
}

/** Characters of events in one append, beyond which no more commands join: any engine takes an append of that size. */
const MAX_CHARACTERS = 256 * 1024;

/**
 * Decides commands in turn, each on the state that those before it leave, as if their events were stored already: they
 * will be, in one append. What appends is checked by that append. What does not (a refusal, nothing to do) holds only on
 * a state that has everything stored before the command came, so that is read first if need be, and all are decided anew.
 */
export async function decideGroup<State, Event extends AnyEvent>(
  folded: FoldedStream<State, Event>,
  decider: Decider<State, Event>,
  group: readonly WaitingCommand<State, Event>[],
): Promise<DecidedGroup<State, Event>> {
  for (;;) {
    const earlier = await earlierOf(folded, group);
    const decided = decideInTurn(folded, decider, group, earlier);
    if (decided !== 'too old to refuse') return decided;
    await folded.catchUp(Math.max(...group.map(({ asked }) => asked)));
  }
}

type Earlier<Event> = ReadonlyMap<string, { readonly events: readonly Event[]; readonly position: bigint }>;

/** What commands of the group appended when they were first made. */
async function earlierOf<State, Event extends AnyEvent>(
  folded: FoldedStream<State, Event>,
  group: readonly WaitingCommand<State, Event>[],
): Promise<Earlier<Event>> {
  const found = new Map<string, { events: readonly Event[]; position: bigint }>();
  for (const { context } of group) {
    if (!folded.knows(context.commandId)) continue;
    const earlier = await folded.appendedBy(context.commandId);
    if (earlier) found.set(context.commandId, earlier);
  }
  return found;
}

/** Synchronous, so that the state is that of one moment. */
function decideInTurn<State, Event extends AnyEvent>(
  folded: FoldedStream<State, Event>,
  decider: Decider<State, Event>,
  group: readonly WaitingCommand<State, Event>[],
  earlier: Earlier<Event>,
): DecidedGroup<State, Event> | 'too old to refuse' {
  const { revision: expectedRevision, seen } = folded;
  let [state, revision, characters] = [folded.state, expectedRevision, 0];
  const decisions: Decision<State, Event>[] = [];
  const encoded: Encoded[] = [];
  const foldable: FoldableEvent<Event>[] = [];
  for (const { decide, context, asked } of group) {
    if (characters > MAX_CHARACTERS) break;
    const first = earlier.get(context.commandId);
    if (first) {
      decisions.push({ kind: 'executed', executed: { state, revision, ...first } });
      continue;
    }
    try {
      // Whoever asks again has another time.
      if (isTooOld(context)) throw new Refused('TOO_MUCH_CONTENTION');
      const events = decide(state, revision);
      if (events.length === 0 && !folded.isCurrentSince(asked)) return 'too old to refuse';
      const own = encode(folded.stream, events, context);
      characters += own.characters;
      encoded.push(...own.encoded);
      for (const { eventId, type, data } of own.encoded) {
        const fact = { type, data } as Event;
        revision += 1;
        state = decider.evolve(state, fact, context.now);
        foldable.push({ eventId, revision, commandId: context.commandId, recordedAt: context.now, fact });
      }
      decisions.push({ kind: 'executed', executed: { state, revision, events, position: undefined } });
    } catch (error) {
      if (!folded.isCurrentSince(asked)) return 'too old to refuse';
      decisions.push({ kind: 'refused', error });
    }
  }
  return { decisions, expectedRevision, seen, encoded, foldable };
}

/**
 * The events as the store takes them. Their ids derive from the command and from what they say: the same append again is
 * known by them, while a command decided anew (with other random tokens) is not mistaken for its first attempt.
 */
function encode(
  stream: string,
  events: readonly AnyEvent[],
  context: CommandContext,
): { encoded: readonly Encoded[]; characters: number } {
  let characters = 0;
  const encoded = events.map((event, index) => {
    const json = JSON.stringify(event);
    characters += json.length;
    const id = deriveUuid('event', context.commandId, stream, index, context.now, json);
    return encodeEvent(event, id, {
      $correlationId: context.correlationId,
      $causationId: context.causationId,
      actor: context.actor,
      commandId: context.commandId,
      commandName: context.commandName,
      recordedAt: context.now,
    });
  });
  return { encoded, characters };
}
