import { describe, expect, it } from 'vitest';
import { activityTotals } from '../../dashboard/activity-totals/projection.ts';
import { recorded } from '../../testing/events.ts';
import { fold, type Slot } from './fold.ts';
import type { ProjectedEvent, Projection } from './projection.ts';

/** Counts the events of each row. */
const counter: Projection = {
  ...activityTotals,
  events: new Set(['SiteActivated']),
  creatingTypes: new Set(),
  keys: () => ['one', 'two'],
  evolve: (row, _event, key) => (key === 'two' && row !== null ? row : { count: Number(row?.count ?? 0) + 1 }),
};
const facts = [1, 2, 3].map(() => ({ type: 'SiteActivated', data: {} }) as unknown as ProjectedEvent['fact']);
const [first, second, third] = recorded(facts) as [ProjectedEvent, ProjectedEvent, ProjectedEvent];
const apply = (slots: Map<string, Slot>, ...events: readonly ProjectedEvent[]) =>
  fold(
    counter,
    events.map((event) => ({ event, keys: counter.keys(event) })),
    slots,
  );

describe('a fold', () => {
  it('applies an event to a row once: not at the position of the row, nor before it', () => {
    const slots = new Map<string, Slot>();
    apply(slots, first, first, second);
    expect(slots.get('one')).toEqual({ row: { count: 2 }, position: second.position });
    expect([...apply(slots, second, first).changed]).toEqual([]);
    expect([...apply(slots, third).changed]).toEqual(['one']);
    expect(slots.get('one')).toEqual({ row: { count: 3 }, position: third.position });
  });

  it('leaves the position of a row that an event does not change', () => {
    const slots = new Map<string, Slot>();
    const { changed } = apply(slots, first, second);
    expect([...changed]).toEqual(['one', 'two']);
    expect(slots.get('two')).toEqual({ row: { count: 1 }, position: first.position });
  });
});
