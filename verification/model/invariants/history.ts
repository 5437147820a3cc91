import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import type { StoredEvent } from '@perktree/event-store/port';

/** An event with its stream, revision and time. */
export type TimedEvent = AnyEvent & {
  readonly stream: string;
  readonly revision: number;
  readonly at: number;
  readonly by: string;
};

/** The events of one tenant in global order. */
export type History = readonly TimedEvent[];

export function historyOf(stored: readonly StoredEvent[]): History {
  return stored.map((event) => {
    const { fact, metadata } = decodeEvent(event);
    const { stream, revision } = event;
    return { ...(fact as AnyEvent), stream, revision, at: Date.parse(metadata.recordedAt), by: metadata.actor.role };
  });
}

/** An invariant is violated. */
class Violated extends Error {
  override readonly name = 'Violated';
}

export function must(holds: boolean, what: () => string): void {
  if (!holds) throw new Violated(what());
}
