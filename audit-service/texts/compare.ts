import type { SaltedText } from '@perktree/contracts/account/account-store';
import { decodeEvent, UndecodableEvent } from '@perktree/contracts/catalogue/codec';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { StoredEvent } from '@perktree/event-store/port';
import { saltedHash } from '@perktree/platform/salted-hash';

/** How many texts, names and accounts were compared, and what was not compared. */
export interface TextCounts {
  compared: number;
  /** Text and salt were erased with a person. */
  erased: number;
  /** Their events hold no hash. */
  beforeHashes: number;
  differences: number;
}

/** Whether a text is the one of a hash, by the words of a finding. Null: it is. */
export function textDifference(hash: string, kept: SaltedText | undefined): string | null {
  if (kept === undefined || kept.text === null) return 'a text that is missing';
  if (kept.salt === null) return 'a text without its salt';
  return saltedHash(kept.salt, kept.text) === hash ? null : 'another text';
}

/** Null: the replay names an event that cannot be read. */
export function decoded(stored: StoredEvent): RecordedEvent | null {
  try {
    return decodeEvent(stored);
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
    return null;
  }
}

/** An event as findings name it. */
export function checkedEvent({ position, metadata, eventId, stream, fact: { data } }: RecordedEvent) {
  const siteId = 'siteId' in data ? data.siteId : null;
  return { position, recordedAt: metadata.recordedAt, eventId, stream, siteId };
}
