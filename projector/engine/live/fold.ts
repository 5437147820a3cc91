import type { EventType } from '@perktree/contracts/catalogue/events';
import type { AnyRow } from '../tables/read-model-table.ts';
import type { Incoming } from './decoding.ts';
import type { ProjectedEvent, Projection } from './projection.ts';

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

/** An event that a read model handles. */
export interface Handled {
  readonly event: ProjectedEvent;
  /** Keys of the rows that it concerns, without duplicates. */
  readonly keys: readonly string[];
}

/** The events of a batch that concern a read model and come after its checkpoint, up to the first that it cannot take. */
export function workOf(
  projection: Projection,
  batch: readonly Incoming[],
  after: bigint,
): { readonly handled: readonly Handled[]; readonly poison: PoisonEvent | null } {
  const handled: Handled[] = [];
  for (const { stored, event } of batch) {
    if (event === null || stored.position <= after || !projection.events.has(stored.type as EventType)) continue;
    try {
      if (event instanceof Error) throw event;
      const keys = projection.keys(event);
      handled.push({ event, keys: keys.length > 1 ? [...new Set(keys)] : keys });
    } catch (error) {
      return { handled, poison: new PoisonEvent(projection.name, stored.eventId, stored.position, error) };
    }
  }
  return { handled, poison: null };
}

/** Keys of the rows that a fold of events must load: all except those that one of these events creates. */
export function keysToLoad(projection: Projection, handled: readonly Handled[]): ReadonlySet<string> {
  const created = new Set<string>();
  const wanted = new Set<string>();
  for (const { event, keys } of handled) {
    const creates = projection.creatingTypes.has(event.fact.type);
    for (const key of keys) {
      if (creates) created.add(key);
      else if (!created.has(key)) wanted.add(key);
    }
  }
  return wanted;
}

/** The result of a fold: the keys of the changed rows, and the event that stopped it. */
export interface Folded {
  readonly changed: ReadonlySet<string>;
  readonly poison: PoisonEvent | null;
}

/**
 * Applies events to rows in memory. An event at or before a row's position has been applied to it already and is
 * skipped, so that applying an event twice is idempotent.
 * @param slots rows by key; changed in place
 */
export function fold(projection: Projection, handled: readonly Handled[], slots: Map<string, Slot>): Folded {
  const changed = new Set<string>();
  const keep = (key: string, slot: Slot | null) => {
    if (slot === null) return;
    changed.add(key);
    slots.set(key, slot);
  };
  for (const { event, keys } of handled) {
    try {
      // Evolve all rows before keeping any, so that an event that fails at one row changes none.
      const after = keys.map((key) => evolved(projection, event, slots, key));
      for (let at = 0; at < keys.length; at += 1) keep(keys[at] as string, after[at] ?? null);
    } catch (error) {
      return { changed, poison: new PoisonEvent(projection.name, event.eventId, event.position, error) };
    }
  }
  return { changed, poison: null };
}

/** The row after an event; null: it has not changed. */
function evolved(
  projection: Projection,
  event: ProjectedEvent,
  slots: ReadonlyMap<string, Slot>,
  key: string,
): Slot | null {
  const before = slots.get(key);
  if (before !== undefined && event.position <= before.position) return null;
  const row = projection.evolve(before?.row ?? null, event, key);
  if (row === null && before !== undefined) throw new Error(`row ${key} would vanish, and its position with it`);
  return row === null || row === before?.row ? null : { row, position: event.position };
}
