import { type EventMetadata, eventMetadataSchema, type Recorded } from '../kernel/envelope.ts';
import { type ShapeCheck, shapeCheck } from '../kernel/shape-check.ts';
import { CannotUpcast, downcast, upcast } from '../kernel/upcast.ts';
import { type AnyEvent, type EventType, eventSchemas, isEventType } from './events.ts';
import { currentVersion, DOWNCASTERS, UPCASTERS } from './upcasters.ts';

/** An event as the store keeps it. */
interface StoredShape {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly eventId: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

/** A stored event that this version cannot read: unknown, from a later version, or tampered with. */
export class UndecodableEvent extends Error {
  override readonly name = 'UndecodableEvent';
  constructor(event: StoredShape, why: string) {
    super(`event ${event.eventId} (${event.type}) at position ${event.position} cannot be decoded: ${why}`);
  }
}

/** Frequent events, which are validated without being copied. */
const CHECKS: ReadonlyMap<string, ShapeCheck> = new Map(
  (
    [
      'QrScanned',
      'RedemptionCodeReserved',
      'BenefitRedeemed',
      'RedemptionConfirmed',
      'RedemptionReversed',
      'QuotaReserved',
    ] as const
  ).map((type) => [type, shapeCheck(eventSchemas[type])]),
);
const isMetadata = shapeCheck(eventMetadataSchema);
const isData = (type: string, data: unknown) => CHECKS.get(type)?.(data) ?? false;

/** Whether it is in the newest shape already, and the schemas would take it as it is. */
function isAsItShouldBe({ type, data, metadata }: StoredShape): boolean {
  if (!isData(type, data) || !isMetadata(metadata)) return false;
  return (metadata as EventMetadata).schemaVersion === currentVersion(type as EventType);
}

/**
 * A stored event as the product knows it: upcast to the newest shape and parsed.
 * @throws UndecodableEvent for an unknown type, a version from the future, or data that does not fit
 */
export function decodeEvent(stored: StoredShape): Recorded<AnyEvent> {
  if (isAsItShouldBe(stored)) return recorded(stored, stored.data, stored.metadata as EventMetadata);
  if (!isEventType(stored.type)) throw new UndecodableEvent(stored, 'unknown type');
  const metadata = eventMetadataSchema.safeParse(stored.metadata);
  if (!metadata.success) throw new UndecodableEvent(stored, `metadata: ${metadata.error.message}`);
  const newest = newestData(stored, stored.type, metadata.data);
  if (isData(stored.type, newest)) return recorded(stored, newest, metadata.data);
  const data = eventSchemas[stored.type].safeParse(newest);
  if (!data.success) throw new UndecodableEvent(stored, data.error.message);
  return recorded(stored, data.data, metadata.data);
}

function recorded(stored: StoredShape, data: unknown, metadata: EventMetadata): Recorded<AnyEvent> {
  const { stream, revision, position, eventId, type } = stored;
  return { stream, revision, position, eventId, fact: { type, data } as AnyEvent, metadata };
}

function newestData(stored: StoredShape, type: EventType, metadata: EventMetadata): unknown {
  try {
    return upcast(stored.data, metadata.schemaVersion, currentVersion(type), UPCASTERS[type] ?? {});
  } catch (error) {
    if (error instanceof CannotUpcast) throw new UndecodableEvent(stored, error.message);
    throw error;
  }
}

/**
 * A fact as the store takes it, checked against its schema: what cannot be read back is never written. In the lowest version
 * that the previous release reads and that says the same.
 * @returns `fact` in its newest shape, and `data` as it is stored
 * @throws ZodError
 */
export function encodeEvent(
  event: AnyEvent,
  eventId: string,
  metadata: Omit<EventMetadata, 'schemaVersion'>,
): { eventId: string; fact: AnyEvent; type: EventType; data: unknown; metadata: EventMetadata } {
  const { type, data } = event;
  const checked = isData(type, data) ? data : eventSchemas[type].parse(data);
  const written = downcast(checked, currentVersion(type), DOWNCASTERS[type] ?? {});
  const about = Object.assign({}, metadata, { schemaVersion: written.version });
  return {
    eventId,
    fact: { type, data: checked } as AnyEvent,
    type,
    data: written.data,
    metadata: isMetadata(about) ? about : eventMetadataSchema.parse(about),
  };
}
