import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { isEventType } from '@perktree/contracts/catalogue/events';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import type { ProjectedEvent, Projection } from './projection.ts';

/** A stored event that is to be projected. */
export interface Incoming {
  readonly stored: OrderedEvent;
  /** Null: no read model handles it. An error: it cannot be decoded. */
  readonly event: ProjectedEvent | Error | null;
}

/** Decodes what any of the projections handles, once for all of them. */
export function decodeBatch(events: readonly OrderedEvent[], projections: readonly Projection[]): readonly Incoming[] {
  const isHandled = new Map<string, boolean>();
  return events.map((stored) => {
    const { type } = stored;
    let handled = isHandled.get(type);
    if (handled === undefined) {
      // Read models of this version ignore unknown types. The release that adds a type raises the versions of its read models.
      handled = isEventType(type) && projections.some((projection) => projection.events.has(type));
      isHandled.set(type, handled);
    }
    return { stored, event: handled ? decode(stored) : null };
  });
}

function decode(stored: OrderedEvent): ProjectedEvent | Error {
  try {
    return { effectiveAt: stored.effectiveAt, ...decodeEvent(stored) } as ProjectedEvent;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
