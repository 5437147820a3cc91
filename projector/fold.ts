import type { EventType, RecordedEvent } from '@perktree/contracts/events/catalogue';
import type { Incoming } from './decoding.ts';
import type { AnyRow, Projection } from './projection.ts';

/** A row with the position of the last event that changed it. */
export interface Slot {
  readonly row: AnyRow;
  readonly position: bigint;
}

/** An event that a read model cannot take. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  constructor(
    readonly projection: string,
    readonly eventId: string,
    readonly position: bigint,
    cause: unknown,
  ) {
    super(`${projection} stopped at event ${eventId}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** What a batch means for one read model, before its rows are loaded. */
export interface Selection {
  /** The events that it handles, up to the first that it cannot take. */
  readonly events: readonly RecordedEvent[];
  /** Keys of the rows that they concern, each once. */
  readonly keys: readonly string[];
  readonly poison: PoisonEvent | null;
}

/** The events of a batch that concern a read model and come after its checkpoint. */
export function selectEvents(projection: Projection, batch: readonly Incoming[], after: bigint): Selection {
  const events: RecordedEvent[] = [];
  const keys = new Set<string>();
  for (const { stored, event } of batch) {
    if (stored.position <= after || !handles(projection, stored.type) || event === null) continue;
    try {
      if (event instanceof Error) throw event;
      for (const key of projection.keys(event)) keys.add(key);
      events.push(event);
    } catch (error) {
      const poison = new PoisonEvent(projection.name, stored.eventId, stored.position, error);
      return { events, keys: [...keys], poison };
    }
  }
  return { events, keys: [...keys], poison: null };
}

function handles(projection: Projection, type: string): boolean {
  return projection.events.has(type as EventType);
}

/** Keys of the rows that a fold of events needs: all but those that come into being with one of these events. */
export function keysToLoad(projection: Projection, events: readonly RecordedEvent[]): ReadonlySet<string> {
  const born = new Set<string>();
  const wanted = new Set<string>();
  for (const event of events) {
    const isBirth = projection.births.has(event.fact.type);
    for (const key of projection.keys(event)) {
      if (isBirth) born.add(key);
      else if (!born.has(key)) wanted.add(key);
    }
  }
  return wanted;
}

/**
 * Applies events to rows in memory. An event at or before a row's position has been applied to it already and is
 * skipped, so that applying every event twice changes nothing.
 * @param slots rows by key; changed in place
 * @returns the keys of the rows that changed, and the event that stopped it, if one did
 */
export function foldEvents(
  projection: Projection,
  events: readonly RecordedEvent[],
  slots: Map<string, Slot>,
): { readonly changed: ReadonlySet<string>; readonly poison: PoisonEvent | null } {
  const changed = new Set<string>();
  for (const event of events) {
    try {
      // Evolved first and kept afterwards: an event that fails at its second row leaves the first one as it was.
      for (const { key, slot } of evolvedRows(projection, event, slots)) {
        slots.set(key, slot);
        changed.add(key);
      }
    } catch (error) {
      return { changed, poison: new PoisonEvent(projection.name, event.eventId, event.position, error) };
    }
  }
  return { changed, poison: null };
}

function evolvedRows(projection: Projection, event: RecordedEvent, slots: ReadonlyMap<string, Slot>) {
  const keys = projection.keys(event);
  const evolved: { readonly key: string; readonly slot: Slot }[] = [];
  for (const key of keys.length > 1 ? new Set(keys) : keys) {
    const before = slots.get(key);
    if (before !== undefined && event.position <= before.position) continue;
    const row = projection.evolve(before?.row ?? null, event, key);
    if (row === null && before !== undefined) throw new Error(`row ${key} would vanish, and its position with it`);
    if (row !== null && row !== before?.row) evolved.push({ key, slot: { row, position: event.position } });
  }
  return evolved;
}
