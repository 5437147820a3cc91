import { type NewEvent, NO_STREAM } from './port.ts';

/** Most bytes of data and metadata together in one event, in UTF-8: the default limit of EventStoreDB. */
export const MAX_EVENT_BYTES = 1_048_576;
const MAX_NAME_LENGTH = 255;

export interface SerialisedEvent {
  readonly eventId: string;
  readonly type: string;
  /** JSON text. */
  readonly data: string;
  /** JSON text. */
  readonly metadata: string;
  /** Of data and metadata, in UTF-8. */
  readonly bytes: number;
}

/**
 * Checks and serialises an append. Every adapter does so before it sends anything, so that a caller's mistake never leads to
 * a half-sent append.
 * @throws TypeError for values that are not JSON, RangeError for values that are too large or out of range.
 */
export function serialiseAppend(
  stream: string,
  expectedRevision: number,
  events: readonly NewEvent[],
): readonly SerialisedEvent[] {
  assertName('stream', stream);
  if (!Number.isInteger(expectedRevision) || expectedRevision < NO_STREAM) {
    throw new RangeError(`${stream}: ${expectedRevision} is not a revision`);
  }
  if (events.length === 0) throw new RangeError(`${stream}: no events to append`);
  return events.map((event) => serialiseEvent(stream, event));
}

function serialiseEvent(stream: string, { eventId, type, data, metadata }: NewEvent): SerialisedEvent {
  assertName('event type', type);
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(eventId)) {
    throw new TypeError(`${stream}: ${type} has an event id that is no UUID: ${eventId}`);
  }
  const [dataJson, metadataJson] = [toJson(`${type}.data`, data), toJson(`${type}.metadata`, metadata)];
  const bytes = Buffer.byteLength(dataJson) + Buffer.byteLength(metadataJson);
  if (bytes > MAX_EVENT_BYTES) {
    throw new RangeError(`${stream}: ${type} has ${bytes} bytes, and an event at most ${MAX_EVENT_BYTES}`);
  }
  return { eventId: eventId.toLowerCase(), type, data: dataJson, metadata: metadataJson, bytes };
}

function toJson(what: string, value: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    throw new TypeError(`${what} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (json === undefined) throw new TypeError(`${what} is not JSON: ${typeof value}`);
  return json;
}

function assertName(what: string, name: string): void {
  // No engine stores control characters or half a surrogate pair in a name.
  if (typeof name === 'string' && /^[^\p{Control}\p{Surrogate}]+$/u.test(name) && name.length <= MAX_NAME_LENGTH)
    return;
  throw new TypeError(`Not the name of a ${what} (1 to ${MAX_NAME_LENGTH} characters): ${JSON.stringify(name)}`);
}
