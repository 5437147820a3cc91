import { isEventType, type RecordedEvent } from '@perktree/contracts/events/catalogue';
import { decodeEvent } from '@perktree/contracts/events/codec';
import type { StoredEvent } from '@perktree/event-store/port';
import type { Projection } from './projection.ts';

/** A stored event on its way into the read models. */
export interface Incoming {
  readonly stored: StoredEvent;
  /** Null: no read model handles it. An error: it cannot be decoded. */
  readonly event: RecordedEvent | Error | null;
}

/** Decodes what any of the projections handles, once for all of them. */
export function decodeBatch(events: readonly StoredEvent[], projections: readonly Projection[]): readonly Incoming[] {
  const isHandled = new Map<string, boolean>();
  return events.map((stored) => {
    const { type } = stored;
    let handled = isHandled.get(type);
    if (handled === undefined) {
      // A type that this version does not know is no business of its read models: the version that knows it has raised theirs.
      handled = isEventType(type) && projections.some((projection) => projection.events.has(type));
      isHandled.set(type, handled);
    }
    return { stored, event: handled ? decode(stored) : null };
  });
}

function decode(stored: StoredEvent): RecordedEvent | Error {
  try {
    return decodeEvent(stored) as RecordedEvent;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
