import type { EffectiveClock } from '@perktree/event-store/effective-time/effective-clock';
import type { EventStore } from '@perktree/event-store/port';
import { NothingToState } from './make-statement.ts';
import type { StatementAsked } from './statement.ts';

/**
 * The part of a period that a signed head covers, so that a statement never omits events of the period that it names.
 * A period that is still running ends at the first event behind the head.
 * @param head the last position that the head covers
 * @param isRunning whether the period ends now or later
 * @throws NothingToState if the period is over and the head lacks events of it, or if the head ends before the period
 */
export async function coveredPeriod(
  { store, clock }: { readonly store: Pick<EventStore, 'readAll'>; readonly clock: EffectiveClock },
  asked: StatementAsked,
  head: bigint,
  isRunning: boolean,
): Promise<StatementAsked> {
  if (head >= (await clock.positionBefore(asked.to))) return asked;
  const [next] = isRunning ? await store.readAll(head, 1) : [];
  if (next === undefined) throw new NothingToState('The newest head lacks events of the period.');
  const { at: to } = await clock.at(next.position);
  if (to < asked.from) throw new NothingToState('The newest head ends before the period.');
  return { ...asked, to };
}
