import type { EventData, EventType, RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { Actor } from '@perktree/contracts/kernel/envelope';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import type { AnyRow, ReadModelTable, RowOf } from '../tables/read-model-table.ts';

/** An event as read models receive it. */
export type ProjectedEvent = RecordedEvent & Pick<OrderedEvent, 'effectiveAt'>;

/** A read model as the processor runs it. Its functions are pure: rows depend only on the events. */
export interface Projection {
  readonly name: string;
  /** Raised with every change of shape or meaning: the new version fills side by side, then its table replaces the old. */
  readonly version: number;
  readonly table: ReadModelTable;
  /** The event types that it handles; an event of these that cannot be decoded stops it. */
  readonly events: ReadonlySet<EventType>;
  /** The event types that create their rows, so that the rows need no look-up. */
  readonly creatingTypes: ReadonlySet<EventType>;
  keys(event: ProjectedEvent): readonly string[];
  /** The row after the event; null if there is no row. Returns the same object if nothing changed. */
  evolve(row: AnyRow | null, event: ProjectedEvent, key: string): AnyRow | null;
}

/** Time, position and actor of an event. */
export interface Moment {
  /** Its effective time: ISO 8601 UTC with milliseconds, never before that of an event stored earlier. */
  readonly at: string;
  readonly position: bigint;
  readonly actor: Actor;
}

type Keys<Data> = (data: Data, moment: Moment) => readonly string[];
type Evolve<Data, Row> = (row: Row | null, data: Data, moment: Moment, key: string) => Row | null;

interface Handler<Data, Row> {
  /** The event creates the rows, so they need no look-up: `evolve` makes them from the event alone. */
  readonly createsRows?: true;
  /** Left out: those of the read model. */
  readonly keys?: Keys<Data>;
  readonly evolve: Evolve<Data, Row>;
}
interface WithKeys<Data, Row> extends Handler<Data, Row> {
  readonly keys: Keys<Data>;
}

/** By event type. An event with the data `Keyed` needs no keys of its own; without more to say, its handler is `evolve`. */
type HandlersOf<Row, Keyed> = {
  readonly [T in EventType]?: EventData<T> extends Keyed
    ? Handler<EventData<T>, Row> | Evolve<EventData<T>, Row>
    : WithKeys<EventData<T>, Row>;
};

/** @typeParam Row the row in memory, where it differs from the table's (`parsed` columns) */
export function defineProjection<T extends ReadModelTable, Row = RowOf<T>, Keyed = never>(definition: {
  readonly table: T;
  readonly version: number;
  /** Of events whose handlers name no others. */
  readonly keys?: Keys<Keyed>;
  readonly on: HandlersOf<NoInfer<Row>, NoInfer<Keyed>>;
}): Projection & { readonly table: T } {
  const given = definition.on as unknown as Record<string, Handler<unknown, AnyRow> | Evolve<unknown, AnyRow>>;
  const handlers = new Map(
    Object.entries(given).map(([type, handler]) => {
      const own = typeof handler === 'function' ? { evolve: handler } : handler;
      const keyed = { keys: definition.keys, ...own } as WithKeys<unknown, AnyRow>;
      return [type as EventType, keyed];
    }),
  );
  const types = [...handlers.keys()];
  return {
    name: definition.table.name,
    version: definition.version,
    table: definition.table,
    events: new Set(types),
    creatingTypes: new Set(types.filter((type) => handlers.get(type)?.createsRows)),
    keys: (event) => handlers.get(event.fact.type)?.keys(event.fact.data, momentOf(event)) ?? [],
    evolve: (row, event, key) =>
      handlers.get(event.fact.type)?.evolve(row, event.fact.data, momentOf(event), key) ?? null,
  };
}

const momentOf = ({ effectiveAt, position, metadata }: ProjectedEvent): Moment => ({
  at: effectiveAt,
  position,
  actor: metadata.actor,
});

const CANONICAL_LENGTH = '2026-01-01T00:00:00.000Z'.length;

/** Converts an ISO 8601 time to the form that rows have: UTC with milliseconds. */
export function canonicalTime(time: string): string {
  // Fast path: a schema has checked the time, and no other form has this length.
  if (time.length === CANONICAL_LENGTH && time.endsWith('Z')) return time;
  return new Date(time).toISOString();
}
