import { type EventHeader, type HeadEvent, type News, NO_STREAM } from './port.ts';

/** Most headers of an answer. Where more was stored, reading each stream again when it is next used costs less. */
export const MAX_HEADERS = 1_000;

/** Stands before the first event. */
export const START: EventHeader = { stream: '', revision: NO_STREAM, position: 0n, eventId: '' };

/** @param from the known event and all later ones, oldest first; some are missing where it is not the first of them */
export function newsSince(since: HeadEvent | null, from: readonly EventHeader[]): News {
  const [known, ...later] = from;
  const { position, eventId } = from.at(-1) ?? START;
  const isKnown = known !== undefined && known.position === since?.position && known.eventId === (since.eventId ?? '');
  return { head: { position, eventId: eventId || null }, headers: isKnown ? later : null };
}

/** @param newest events from the known one on, as a query of the whole log gives them: `MAX_HEADERS` and one at most */
export function newsOfLog(since: HeadEvent | null, newest: readonly EventHeader[]): News {
  return newsSince(since, since?.position === 0n && newest.length <= MAX_HEADERS ? [START, ...newest] : newest);
}

/** The answer of a log in memory, whose positions are 1, 2, 3 and so on. */
export function newsOf(
  all: readonly (Omit<EventHeader, 'position'> & { readonly position: bigint | number })[],
  since: HeadEvent | null,
): News {
  const from = Math.max(Number(since?.position ?? 0n) - 1, all.length - MAX_HEADERS - 1, 0);
  const newest = all.slice(from).map(({ stream, revision, position, eventId }) => {
    return { stream, revision, position: BigInt(position), eventId };
  });
  return newsOfLog(since, newest);
}
