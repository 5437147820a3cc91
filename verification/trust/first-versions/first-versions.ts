import type { StoredEvent } from '@perktree/event-store/port';
import examples from './examples.json' with { type: 'json' };
import history from './history.json' with { type: 'json' };

/**
 * A small history that the first version wrote, in stored order. It never changes, so it shows that every later version can
 * read it. Event types that were added later are not in it.
 */
export function firstVersions(): readonly Omit<StoredEvent, 'position'>[] {
  return history;
}

/**
 * The same in the order of its days. Its businesses ran one after the other, two with clocks that were ahead by days; the audit
 * reports clocks that run back.
 */
export function firstVersionsByDay(): readonly Omit<StoredEvent, 'position'>[] {
  const dayOf = ({ metadata }: (typeof history)[number]) => metadata.recordedAt.slice(0, 10);
  return history.toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)));
}

/** The history as it was written, and then an example of each version of each event type until version 0.1.0. It never changes either. */
export function untilVersion010(): readonly Omit<StoredEvent, 'position'>[] {
  return [...history, ...examples];
}
