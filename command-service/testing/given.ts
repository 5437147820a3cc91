import { type AnyEvent, eventSchemas } from '@perktree/contracts/catalogue/events';
import type { Actor } from '@perktree/contracts/kernel/envelope';
import type { Fold } from '../engine/fold.ts';

/** The state after these events, all recorded at one instant. @throws ZodError if an event does not fit its schema */
export function given<State, Event extends AnyEvent>(
  fold: Fold<State, Event>,
  events: readonly Event[],
  at = '2026-05-01T10:00:00.000Z',
  from: State = fold.initialState,
  by: Actor['role'] = 'site_owner',
): State {
  return events.reduce((state, event) => {
    eventSchemas[event.type].parse(event.data);
    return fold.evolve(state, event, at, by);
  }, from);
}
