import type { NoteTexts, SaltedText } from '@perktree/contracts/account/account-store';
import { decodeEvent, UndecodableEvent } from '@perktree/contracts/catalogue/codec';
import { type RecordedEvent, streams } from '@perktree/contracts/catalogue/events';
import type { StoredEvent } from '@perktree/event-store/port';
import { saltedHash } from '@perktree/platform/salted-hash';
import type { AuditServiceDeps } from '../deps.ts';
import { inLanes } from '../in-lanes.ts';
import { type Finding, Findings } from '../replay/finding.ts';
import { isOf } from '../stream-history.ts';

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

type Report = (finding: Finding) => void;
/** What is compared, and of which distributor. */
type About = readonly [distributorId: string | null, what: string, expected: string];
/** What was to be compared was erased with a person. */
export const ERASED = Symbol('erased');

/** Counts a comparison, and reports what was found. @param found in the words of a finding; null: what the event says */
export function noteCompared(
  counts: TextCounts,
  event: RecordedEvent,
  about: About,
  found: string | null | typeof ERASED,
  report: Report,
): void {
  if (found === ERASED) counts.erased += 1;
  else counts.compared += 1;
  if (typeof found === 'string') noteDifference(counts, event, about, found, report);
}

function noteDifference(
  counts: TextCounts,
  { position, metadata, eventId, stream, fact: { data } }: RecordedEvent,
  [distributorId, what, expected]: About,
  found: string,
  report: Report,
): void {
  counts.differences += 1;
  const siteId = 'siteId' in data ? data.siteId : null;
  const findings = new Findings({ position, recordedAt: metadata.recordedAt, eventId, stream, siteId });
  findings.note(what, expected, found, { distributorId });
  findings.all.forEach(report);
}

/** What is stored outside the events of texts, names and accounts. */
export interface TextReads extends Pick<NoteTexts, 'saltedTexts'>, Pick<AuditServiceDeps['store'], 'readStream'> {
  /** Names as statements and payouts print them; erased accounts are left out. */
  contacts(userIds: readonly string[]): Promise<ReadonlyMap<string, { readonly name: string }>>;
  /** Salted hashes of the accounts to which payouts go, by user. */
  payoutAccountHashes(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

type Named = RecordedEvent<'PayeeNamed'>;
type AccountChanged = RecordedEvent<'PayoutAccountChanged'>;

/**
 * Compares the names and payout accounts of everyone who had a payout with the last hashes in their events, and the accounts
 * that payouts went to with those that were recorded.
 */
export class PayeeChecker {
  private readonly payees = new Set<string>();
  private readonly paid: RecordedEvent<'PayoutPaid'>[] = [];

  constructor(
    private readonly reads: TextReads,
    private readonly counts: TextCounts,
  ) {}

  add(event: RecordedEvent): void {
    const { data } = event.fact;
    if ('payoutId' in data && 'distributorId' in data) this.payees.add(data.distributorId);
    if (isOf(event, 'PayoutPaid') && event.fact.data.accountHash !== null) this.paid.push(event);
  }

  async compare(upTo: bigint, report: Report): Promise<void> {
    const ids = [...this.payees];
    if (ids.length === 0) return;
    const streamsOfPayees = await inLanes(ids, async (id) => {
      const stored = await this.reads.readStream(streams.payee(id));
      return stored.flatMap((one) => (one.position <= upTo ? (decoded(one) ?? []) : []));
    });
    const named = streamsOfPayees.map((events) => events.filter((event) => isOf(event, 'PayeeNamed')));
    const accounts = streamsOfPayees.map((events) => events.filter((event) => isOf(event, 'PayoutAccountChanged')));
    const [texts, contacts, hashes] = await Promise.all([
      this.reads.saltedTexts(named.flat().map(({ fact }) => fact.data.noteId)),
      this.reads.contacts(ids),
      this.reads.payoutAccountHashes(ids),
    ]);
    for (const [n, id] of ids.entries()) {
      this.compareName(named[n] ?? [], texts, contacts.get(id), report);
      this.compareAccount(accounts[n]?.at(-1), hashes.get(id), contacts.has(id), report);
    }
    // Each payout went to an account that had been recorded.
    const recorded = new Set(accounts.flat().map(({ fact: { data } }) => `${data.userId} ${data.accountHash}`));
    for (const event of this.paid) {
      const { distributorId, accountHash } = event.fact.data;
      if (recorded.has(`${distributorId} ${accountHash}`)) continue;
      const about = [distributorId, 'account of a payout', 'an account that was recorded'] as const;
      noteDifference(this.counts, event, about, 'another account', report);
    }
  }

  private compareName(
    named: readonly Named[],
    texts: ReadonlyMap<string, SaltedText>,
    contact: { readonly name: string } | undefined,
    report: Report,
  ): void {
    if (named.length === 0) this.counts.beforeHashes += 1;
    for (const event of named) {
      const { noteId, noteHash, userId } = event.fact.data;
      const kept = texts.get(noteId);
      const isLast = event === named.at(-1);
      const isOther = isLast && contact !== undefined && kept !== undefined && kept.text !== contact.name;
      const difference = textDifference(noteHash ?? '', kept) ?? (isOther ? 'another name' : null);
      const about = [userId, 'name of a payee', 'the name of the hash in the event'] as const;
      const found = kept && kept.erasedPeople.length > 0 ? ERASED : difference;
      noteCompared(this.counts, event, about, found, report);
    }
  }

  private compareAccount(
    last: AccountChanged | undefined,
    hash: string | undefined,
    hasContact: boolean,
    report: Report,
  ): void {
    if (last === undefined) {
      this.counts.beforeHashes += hash === undefined ? 0 : 1;
      return;
    }
    const { userId, accountHash } = last.fact.data;
    const about = [userId, 'payout account', 'the account of the hash in the event'] as const;
    const missing = hasContact ? 'an account that is missing' : ERASED;
    const found = hash === undefined ? missing : hash === accountHash ? null : 'another account';
    noteCompared(this.counts, last, about, found, report);
  }
}
