import type { SaltedText } from '@perktree/contracts/account/account-store';
import type { EventType, RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { StoredEvent } from '@perktree/event-store/port';
import type { AuditServiceDeps } from '../deps.ts';
import type { Finding } from '../replay/finding.ts';
import { wholeHistory } from '../replay/history-source.ts';
import {
  decoded,
  ERASED,
  noteCompared,
  PayeeChecker,
  type TextCounts,
  type TextReads,
  textDifference,
} from './payee-checker.ts';

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
  ['FlagReviewed', 'reason of a review'],
  ['DistributorBlocked', 'reason of a block'],
]);

export type ComparedTexts = Readonly<TextCounts>;

/** As the calls of the service read them. */
export function textReadsOf({
  accounts: { saltedTexts, contacts },
  payoutAccountHashes,
  store,
}: Pick<AuditServiceDeps, 'accounts' | 'payoutAccountHashes' | 'store'>): TextReads {
  return { saltedTexts, contacts, payoutAccountHashes, readStream: (stream) => store.readStream(stream) };
}

/** Compares the texts that events refer to with the hashes in the events, some events at a time. */
export class TextChecker {
  private readonly counts: TextCounts = { compared: 0, erased: 0, beforeHashes: 0, differences: 0 };
  private readonly payees: PayeeChecker | null;
  private waiting: {
    readonly event: RecordedEvent;
    readonly what: string;
    readonly noteId: string;
    readonly noteHash: string;
  }[] = [];

  /**
   * @param texts null: nothing is compared
   * @param passes whether an event is to be compared
   */
  constructor(
    private readonly texts: TextReads | null,
    private readonly passes: (event: RecordedEvent, stored: StoredEvent) => boolean,
  ) {
    this.payees = texts && new PayeeChecker(texts, this.counts);
  }

  add(stored: StoredEvent): void {
    const what = TEXT_OF.get(stored.type);
    if (this.payees === null || (what === undefined && stored.type !== 'PayoutGenerated')) return;
    const event = decoded(stored);
    if (event === null || !this.passes(event, stored)) return;
    this.payees.add(event);
    if (what === undefined || !('noteId' in event.fact.data)) return;
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
      const text = kept.get(noteId);
      const { data } = event.fact;
      const distributorId = 'distributorId' in data ? data.distributorId : null;
      const about = [distributorId, what, 'the text of the hash in the event'] as const;
      const found = text && isErasedFor(event, text) ? ERASED : textDifference(noteHash, text);
      noteCompared(this.counts, event, about, found, report);
    }
  }

  /** Compares names and accounts of the payees that were added. @param upTo position of the last event of the audit */
  async comparePayees(upTo: bigint, report: (finding: Finding) => void): Promise<void> {
    await this.payees?.compare(upTo, report);
  }

  /** Null without texts to compare with. */
  get compared(): ComparedTexts | null {
    return this.texts && { ...this.counts };
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

/** Compares all texts, names and accounts outside the events with their hashes, without replaying commissions. */
export async function compareTexts(
  store: Pick<AuditServiceDeps['store'], 'readAll' | 'head'>,
  reads: TextReads,
): Promise<{ readonly texts: ComparedTexts | null; readonly findings: readonly Finding[] }> {
  const head = await store.head();
  const findings: Finding[] = [];
  const report = (finding: Finding) => void findings.push(finding);
  const checker = new TextChecker(reads, () => true);
  for await (const page of wholeHistory(store, head)) {
    for (const stored of page) checker.add(stored);
    await checker.compare(report);
  }
  await checker.comparePayees(head, report);
  return { texts: checker.compared, findings };
}
