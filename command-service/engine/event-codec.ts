import { decodeEvent, encodeEvent } from '@perktree/contracts/catalogue/codec';
import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import type { Actor } from '@perktree/contracts/kernel/envelope';
import type { NewEvent, StoredEvent } from '@perktree/event-store/port';
import { type CommandContext, deriveUuid } from './command.ts';

/** Any event that the codec of the contracts knows. */
export type DomainEvent = AnyEvent;

/** An event and what the engine keeps of its metadata. */
export interface FoldableEvent<Event> {
  readonly eventId: string;
  readonly revision: number;
  readonly commandId: string;
  readonly recordedAt: string;
  /** The role in which its actor caused it. */
  readonly by: Actor['role'];
  readonly event: Event;
}

/** Events that were decided on a state, with the state after them: once they are stored, they need not be folded again. */
export interface DecidedFold<State, Event> {
  readonly events: readonly FoldableEvent<Event>[];
  readonly before: State;
  readonly after: State;
}

export function decode<Event extends DomainEvent>(stored: StoredEvent): FoldableEvent<Event> {
  const { fact, metadata, revision, eventId } = decodeEvent(stored);
  const { commandId, recordedAt, actor } = metadata;
  return { eventId, revision, commandId, recordedAt, by: actor.role, event: fact as Event };
}

/**
 * Encodes the events of a command. Event ids derive from the command and the content as it is stored: a repeated append has the
 * same ids, a retry that decides differently (new random tokens) has other ids, and a replay finds them again.
 * @returns each event as it is stored, with its fact as a reader gets it; `size` in characters of JSON
 * @throws ZodError where an event does not fit its schema
 */
export function encode<Event extends DomainEvent>(
  stream: string,
  events: readonly Event[],
  context: CommandContext,
): { readonly encoded: readonly (NewEvent & { readonly fact: Event })[]; readonly size: number } {
  const { commandId, commandName, correlationId, causationId, actor, now: recordedAt } = context;
  let size = 0;
  const encoded = events.map((event, index) => {
    const { fact, type, data, metadata } = encodeEvent(event, '', {
      $correlationId: correlationId,
      $causationId: causationId,
      commandId,
      actor,
      commandName,
      recordedAt,
    });
    const json = JSON.stringify({ type, data });
    size += json.length;
    const eventId = deriveUuid('event', commandId, stream, index, recordedAt, json);
    return { eventId, fact: fact as Event, type, data, metadata };
  });
  return { encoded, size };
}
