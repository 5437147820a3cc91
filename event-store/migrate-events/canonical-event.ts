import type { StoredEvent } from '../port.ts';

/**
 * An event as text that is the same for every engine. It leaves out the position, which is the engine's own. Keys are sorted,
 * because not every engine keeps their order.
 */
export function canonicalEvent({ stream, revision, eventId, type, data, metadata }: StoredEvent): string {
  return canonicalText({ stream, revision, eventId, type, data: sorted(data), metadata: sorted(metadata) });
}

/** An event whose data and metadata came from `sorted`. */
export type SortedEvent = Omit<StoredEvent, 'position'>;

export function canonicalText({ stream, revision, eventId, type, data, metadata }: SortedEvent): string {
  return JSON.stringify([stream, revision, eventId.toLowerCase(), type, data, metadata]);
}

/** Copies a value with the keys of all its objects sorted. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  // Without a prototype, `__proto__` is an ordinary key.
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) copy[key] = sorted((value as Record<string, unknown>)[key]);
  return copy;
}
