import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { expect } from 'vitest';
import type { Slot } from '../engine/live/fold.ts';
import type { ProjectedEvent, Projection } from '../engine/live/projection.ts';
import type { ReadModelTable, RowOf } from '../engine/tables/read-model-table.ts';
import { recorded } from './events.ts';
import { foldEvents } from './fold-events.ts';

/** Applies events to rows, `batchSize` at a time, as the processor does. */
export function project(
  projection: Projection,
  events: readonly ProjectedEvent[],
  batchSize = events.length || 1,
  slots = new Map<string, Slot>(),
): Map<string, Slot> {
  const handled = events.filter(({ fact }) => projection.events.has(fact.type));
  for (let from = 0; from < handled.length; from += batchSize) {
    const { poison } = foldEvents(projection, handled.slice(from, from + batchSize), slots);
    if (poison) throw poison;
  }
  return slots;
}

/**
 * The rows after some facts, in the order of their keys. Checks on the way what holds for every read model: the same rows
 * in any batch size, when all events are applied a second time, and when each is applied twice in a row; and that a row
 * has exactly the columns of its table.
 */
export function rowsAfter<T extends ReadModelTable>(
  projection: Projection & { readonly table: T },
  facts: readonly (AnyEvent & { readonly at?: string })[],
): readonly RowOf<T>[] {
  const events = recorded(facts);
  const once = project(projection, events);
  for (const event of events.filter(({ fact }) => projection.creatingTypes.has(fact.type))) {
    for (const key of projection.keys(event)) {
      const { row = null } = once.get(key) ?? {};
      expect(projection.evolve(row, event, key)).toEqual(projection.evolve(null, event, key));
    }
  }
  for (const batchSize of [1, 2, 3]) expect(project(projection, events, batchSize)).toEqual(once);
  expect(project(projection, events, 2, new Map(once))).toEqual(once);
  expect(
    project(
      projection,
      events.flatMap((event) => [event, event]),
    ),
  ).toEqual(once);
  for (const { row } of once.values()) {
    expect(Object.keys(row).sort()).toEqual(Object.keys(projection.table.columns).sort());
  }
  return [...once.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { row }]) => row as RowOf<T>);
}
