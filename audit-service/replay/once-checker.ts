import { hash } from 'node:crypto';
import { categoryOf, type EventType, type StreamCategory } from '@perktree/contracts/catalogue/events';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { uuidOfHash } from '@perktree/contracts/kernel/uuid';
import type { StoredEvent } from '@perktree/event-store/port';
import { textIn } from '../text-in.ts';
import type { Findings } from './finding.ts';
import { HashSet } from './hash-set.ts';

/**
 * A command that is sent again may reserve another code, because the first one is unused then, and open the customer's next scan,
 * where the first one has been redeemed meanwhile; a code that fits no site of the staff is counted as missed on each of them.
 */
const REPEATED: ReadonlySet<string> = new Set<StreamCategory>(['redemptionCode', 'scan', 'staffCodes']);

/**
 * Types that earlier versions stored with their fields in another order than the one that the id was derived from. Of these,
 * ids are checked from a day after the first one that follows from its content: until then, both versions may have run.
 */
const ONCE_REORDERED: ReadonlySet<string> = new Set<EventType>([
  ...(['RootQrCreated', 'QrSplit', 'SiblingQrCreated', 'RedemptionCodeReserved', 'BenefitRedeemed'] as const),
  ...(['PayoutGenerated', 'PayoutPaid', 'PayoutFailed', 'PayoutCancelled', 'EntriesCombined'] as const),
  ...(['DistributorBlocked', 'DistributorUnblocked', 'SiteDeactivated', 'SiteActivated'] as const),
]);

/**
 * Each event id is used once, and follows from the command and the content. A command appends once to a stream, and to one
 * stream of a category: its events there follow one another in the store. Keeps a hash of each event's id and of each command.
 */
export class OnceChecker {
  private readonly eventIds = new HashSet();
  private readonly commands = new HashSet();
  private readonly derivedSince = new Map<string, number>();
  private readonly last = { stream: '', commandId: '', index: 0 };

  /** @param at effective time, milliseconds */
  check(event: StoredEvent, at: number, findings: Findings): void {
    const { eventId, stream, metadata } = event;
    if (!this.eventIds.add(eventId)) findings.note('id of an event', 'one that is used once', eventId);
    const commandId = textIn(metadata, 'commandId') ?? '';
    const isSameAppend = this.last.stream === stream && this.last.commandId === commandId;
    Object.assign(this.last, { stream, commandId, index: isSameAppend ? this.last.index + 1 : 0 });
    this.checkDerived(event, at, findings);
    if (isSameAppend) return;
    const category = categoryOf(stream);
    const isFirst = this.commands.add(`${REPEATED.has(category) ? stream : category} ${commandId}`);
    if (!isFirst) findings.note('command of an event', 'one that appends once', `another append of ${commandId}`);
  }

  private checkDerived({ eventId, type, stream, data, metadata }: StoredEvent, at: number, findings: Findings): void {
    const { commandId, index } = this.last;
    const said = [commandId, stream, index, textIn(metadata, 'recordedAt') ?? '', JSON.stringify({ type, data })];
    if (derivedId('event', ...said) === eventId) {
      if (!this.derivedSince.has(type)) this.derivedSince.set(type, at);
      return;
    }
    const since = ONCE_REORDERED.has(type) ? (this.derivedSince.get(type) ?? Number.POSITIVE_INFINITY) + DAY_MS : 0;
    if (at >= since) findings.note('id of an event', 'one that follows from its command and content', eventId);
  }
}

/** The UUID of parts that are each preceded by their length. */
export function derivedId(...parts: readonly (string | number)[]): string {
  return uuidOfHash(hash('sha256', parts.map((part) => `${String(part).length}:${part}`).join(''), 'hex'));
}
