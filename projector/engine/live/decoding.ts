import { decodeEvent } from '@perktree/contracts/catalogue/codec';
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
  // Read models of this version ignore unknown types. The release that adds a type raises the versions of its read models.
  const isHandled: ReadonlySet<string> = new Set(projections.flatMap((projection) => [...projection.events]));
  return events.map((stored) => ({ stored, event: isHandled.has(stored.type) ? decode(stored) : null }));
}

function decode(stored: OrderedEvent): ProjectedEvent | Error {
  try {
    return { effectiveAt: stored.effectiveAt, ...decodeEvent(stored) } as ProjectedEvent;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
