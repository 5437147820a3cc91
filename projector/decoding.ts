import { type EventMetadata, eventMetadataSchema } from '@perktree/contracts/envelope';
import {
  currentVersion,
  type EventType,
  eventSchemas,
  isEventType,
  type RecordedEvent,
} from '@perktree/contracts/events/catalogue';
import { decodeEvent } from '@perktree/contracts/events/codec';
import type { StoredEvent } from '@perktree/event-store/port';
import type { Projection } from './projection.ts';
import { type ShapeCheck, shapeCheck } from './shape-check.ts';

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
  if (isAsItShouldBe(stored)) return decoded(stored);
  try {
    return decodeEvent(stored) as RecordedEvent;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Events of which there are many. Nobody cares in which order the keys of their data stand. */
const CHECKS: Partial<Record<string, ShapeCheck>> = Object.fromEntries(
  (['QrScanned', 'BenefitRedeemed', 'RedemptionReversed'] as const satisfies readonly EventType[]).map((type) => [
    type,
    shapeCheck(eventSchemas[type]),
  ]),
);
const isMetadata = shapeCheck(eventMetadataSchema);

/** Whether it is in the newest shape already, and the schemas would take it as it is. */
export function isAsItShouldBe({ type, data, metadata }: StoredEvent): boolean {
  const isData = CHECKS[type];
  if (isData === undefined || !isMetadata(metadata)) return false;
  return (metadata as EventMetadata).schemaVersion === currentVersion(type as EventType) && isData(data);
}

function decoded({ stream, revision, position, eventId, type, data, metadata }: StoredEvent): RecordedEvent {
  return { stream, revision, position, eventId, fact: { type, data }, metadata } as RecordedEvent;
}
