import type { EventType, RecordedEvent } from '@perktree/contracts/events/catalogue';
import { decodeEvent, UndecodableEvent } from '@perktree/contracts/events/codec';
import type { StoredEvent } from '@perktree/event-store/port';
import type { NoteTexts, SaltedText } from '@perktree/platform/accounts';
import { saltedHash } from '@perktree/platform/salted-hash';
import { type Finding, Findings } from '../replay/finding.ts';

/** What the text of an event is, in the words of findings. */
const TEXT_OF: ReadonlyMap<string, string> = new Map<EventType, string>([
  ['PayoutPaid', 'payment reference'],
  ['PayoutReferenceCorrected', 'corrected payment reference'],
  ['PayoutCancelled', 'reason of a cancelled payout'],
  ['PayoutReturned', 'reason of a returned payout'],
  ['BalanceWrittenOff', 'note of a write-off'],
  ['RedemptionReversed', 'reason of a reversal'],
  ['DisputeOpened', 'note of a dispute'],
  ['DisputeAnswered', 'note of a dispute'],
  ['DisputeClosed', 'note of a dispute'],
  ['DistributorBlocked', 'reason of a block'],
]);

/** How many texts were compared, and what was not compared. */
export interface ComparedTexts {
  readonly compared: number;
  /** Text and salt were erased with a person. */
  readonly erased: number;
  /** Their events hold no hash. */
  readonly beforeHashes: number;
  readonly differences: number;
}

interface Reference {
  readonly event: RecordedEvent;
  readonly what: string;
  readonly noteId: string;
  readonly noteHash: string;
}

/** Whether a text is the one of a hash, by the words of a finding. Null: it is. */
export function textDifference(hash: string, kept: SaltedText | undefined): string | null {
  if (kept === undefined || kept.text === null) return 'a text that is missing';
  if (kept.salt === null) return 'a text without its salt';
  return saltedHash(kept.salt, kept.text) === hash ? null : 'another text';
}

/** Compares the texts that events refer to with the hashes in the events, some events at a time. */
export class TextChecker {
  private readonly counts = { compared: 0, erased: 0, beforeHashes: 0, differences: 0 };
  private waiting: Reference[] = [];

  /**
   * @param texts null: nothing is compared
   * @param passes whether an event is to be compared
   */
  constructor(
    private readonly texts: Pick<NoteTexts, 'saltedTexts'> | null,
    private readonly passes: (event: RecordedEvent, stored: StoredEvent) => boolean,
  ) {}

  add(stored: StoredEvent): void {
    const what = TEXT_OF.get(stored.type);
    if (what === undefined || this.texts === null) return;
    const event = decoded(stored);
    if (event === null || !('noteId' in event.fact.data) || !this.passes(event, stored)) return;
    const { noteId, noteHash } = event.fact.data;
    if (noteHash !== null && noteId !== null) this.waiting.push({ event, what, noteId, noteHash });
    else if (isFromBefore(event)) this.counts.beforeHashes += 1;
  }

  /** Compares the texts of the events that were added since the last call. */
  async compare(report: (finding: Finding) => void): Promise<void> {
    const references = this.waiting;
    this.waiting = [];
    if (references.length === 0 || this.texts === null) return;
    const kept = await this.texts.saltedTexts(references.map(({ noteId }) => noteId));
    for (const { event, what, noteId, noteHash } of references) {
      const found = kept.get(noteId);
      if (found && isErasedFor(event, found)) {
        this.counts.erased += 1;
        continue;
      }
      this.counts.compared += 1;
      const difference = textDifference(noteHash, found);
      if (difference === null) continue;
      this.counts.differences += 1;
      const findings = new Findings(checkedEvent(event));
      const { data } = event.fact;
      const distributorId = 'distributorId' in data ? data.distributorId : null;
      findings.note(what, 'the text of the hash in the event', difference, { distributorId });
      findings.all.forEach(report);
    }
  }

  /** Null without texts to compare with. */
  get compared(): ComparedTexts | null {
    return this.texts && { ...this.counts };
  }
}

/** The replay names an event that cannot be read. */
function decoded(stored: StoredEvent): RecordedEvent | null {
  try {
    return decodeEvent(stored);
  } catch (error) {
    if (!(error instanceof UndecodableEvent)) throw error;
    return null;
  }
}

/** An event without a text has null for both; so have events from before texts were stored beside them. */
function isFromBefore({ fact: { data } }: RecordedEvent): boolean {
  return 'noteId' in data && data.noteId !== null && data.noteHash === null;
}

/** Of events about one distributor the erased person is the distributor or the author: another erasure erases no such text. */
function isErasedFor({ fact: { data }, metadata }: RecordedEvent, { erasedPeople }: SaltedText): boolean {
  if (erasedPeople.length === 0) return false;
  if (!('distributorId' in data)) return true;
  return erasedPeople.some((id) => id === data.distributorId || id === metadata.actor.id);
}

export function checkedEvent({ position, metadata, eventId, stream, fact: { data } }: RecordedEvent) {
  const siteId = 'siteId' in data ? data.siteId : null;
  return { position, recordedAt: metadata.recordedAt, eventId, stream, siteId };
}
