import {
  AppendConflict,
  HistoryChanged,
  type Missing,
  RevisionConflict,
  type StoredEvent,
  type StreamVersion,
} from './port.ts';

/**
 * Most events that a conflict holds of one stream. Reading more costs less than sending them with each conflict. Migration
 * 0005_append_condition has the number: another one needs a new migration.
 */
export const MAX_MISSING = 100;

/** An append, as far as a store compares it. */
export interface ComparedAppend {
  readonly stream: string;
  readonly expectedRevision: number;
  readonly seen?: string | undefined;
  readonly reads?: readonly StreamVersion[] | undefined;
}

/** All streams that an append compares, its own first. */
const comparedStreams = ({ stream, expectedRevision, seen, reads = [] }: ComparedAppend) => [
  { stream, revision: expectedRevision, eventId: seen },
  ...reads,
];

/**
 * Why a refused append was refused.
 * @param actual revision of its stream
 * @param eventsFrom of the n-th compared stream, its events from its compared revision on: `MAX_MISSING` and one after it at most
 */
export function conflictOf(
  append: ComparedAppend,
  actual: number,
  eventsFrom: (n: number) => readonly StoredEvent[],
): AppendConflict | HistoryChanged {
  const missing: Missing[] = [];
  for (const [n, version] of comparedStreams(append).entries()) {
    const { stream, revision, eventId } = version;
    const events = eventsFrom(n);
    if (eventId !== undefined && events.find((event) => event.revision === revision)?.eventId !== eventId) {
      return new HistoryChanged(stream);
    }
    const later = events.filter((event) => event.revision > revision);
    if (later.length > 0) missing.push({ ...version, events: later.length > MAX_MISSING ? null : later });
  }
  const { stream, expectedRevision } = append;
  if (actual !== expectedRevision) return new RevisionConflict(stream, expectedRevision, actual, missing);
  return new AppendConflict(`${missing.map((each) => each.stream).join(', ')}: read before they changed`, missing);
}

/**
 * For stores in memory.
 * @param eventsOf all events of a stream
 * @throws AppendConflict, HistoryChanged if a compared stream is not as it was read
 */
export function assertUnchanged<Event extends Pick<StoredEvent, 'revision' | 'eventId'>>(
  append: ComparedAppend,
  eventsOf: (stream: string) => readonly Event[],
  toStored: (event: Event) => StoredEvent,
): void {
  const compared = comparedStreams(append).map((version) => ({ ...version, events: eventsOf(version.stream) }));
  const isChanged = compared.some(({ revision, eventId, events }) => {
    return events.length - 1 !== revision || (eventId !== undefined && events.at(-1)?.eventId !== eventId);
  });
  if (!isChanged) return;
  const actual = eventsOf(append.stream).length - 1;
  throw conflictOf(append, actual, (n) => {
    const from = Math.max(compared[n]?.revision ?? 0, 0);
    return (compared[n]?.events ?? []).slice(from, from + MAX_MISSING + 2).map(toStored);
  });
}
