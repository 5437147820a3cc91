import type { AllStreamRecordedEvent, RecordedEvent } from '@eventstore/db-client';
import type { StoredEvent } from '../port.ts';

type Recorded = RecordedEvent | AllStreamRecordedEvent;

/** The position that servers before 22.10 return for an event that is read from its stream. */
const NO_POSITION = 0xffff_ffff_ffff_ffffn;

/** Prefix of a stream's name that gives the name of its metadata stream. */
export const METADATA_PREFIX = '$$';
/** Key in a stream's metadata: the revision before which the server shows no events. */
const TRUNCATE_BEFORE = '$tb';

/** Whether a stream's metadata hides events of it, because it was truncated or soft-deleted. */
export const isTruncated = (metadata: unknown) =>
  (metadata as { readonly [TRUNCATE_BEFORE]?: unknown } | null | undefined)?.[TRUNCATE_BEFORE] !== undefined;

/** The server's own events (statistics, users, links, checkpoints) are not the product's. */
export const isSystemName = (name: string) => name.startsWith('$');

export const isOwn = ({ streamId, type }: Pick<Recorded, 'streamId' | 'type'>) =>
  !isSystemName(streamId) && !isSystemName(type);

/**
 * The server's position is a pair: the log positions of an event's commit and of the event itself. They are equal for every
 * event written over gRPC, and rise from event to event, so one number is enough. It counts bytes, not events.
 * @throws Error for an event of a transaction of the TCP client, whose events share a commit
 */
export function positionOf({ position, id }: Pick<Recorded, 'position' | 'id'>): bigint {
  if (position === undefined || position.commit === NO_POSITION) {
    throw new Error(`The event store gives no position for event ${id}: it needs EventStoreDB 22.10 or later`);
  }
  if (position.commit !== position.prepare) {
    throw new Error(`Event ${id} was written in a transaction of the TCP protocol: it has no position of its own`);
  }
  return position.commit;
}

export const toPosition = (position: bigint) => ({ commit: position, prepare: position });

export function toStoredEvent(event: Recorded): StoredEvent {
  return {
    eventId: event.id,
    type: event.type,
    data: event.data,
    metadata: event.metadata,
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event),
  };
}
