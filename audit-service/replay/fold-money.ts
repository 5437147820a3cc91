import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { EventType, RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { AuditServiceDeps } from '../deps.ts';
import { type History, type ReplayProgress, wholeHistory } from './history-source.ts';

/** Folds events one by one, in the order of the store. */
interface Fold {
  apply(event: RecordedEvent): void;
}

/** Facts about money, and about the rules of sites. */
export const MONEY_FACTS: ReadonlySet<string> = new Set<EventType>([
  ...(['SiteCreated', 'SiteConfigured', 'BenefitRedeemed'] as const),
  ...(['RedemptionConfirmed', 'RedemptionReversed'] as const),
  ...(['PayoutGenerated', 'PayoutPaid', 'PayoutFailed', 'PayoutCancelled', 'BalanceWrittenOff'] as const),
  ...(['PayoutReturned', 'PayoutReferenceCorrected'] as const),
]);

/** Folds the events about money. @throws UndecodableEvent, because figures without an event would be wrong */
export async function foldMoney(
  history: History,
  fold: Fold,
  {
    head,
    onProgress,
  }: { readonly head: bigint; readonly onProgress?: ((progress: ReplayProgress) => void) | undefined },
): Promise<void> {
  let events = 0;
  for await (const page of history) {
    for (const stored of page) if (MONEY_FACTS.has(stored.type)) fold.apply(decodeEvent(stored));
    events += page.length;
    onProgress?.({ position: page.at(-1)?.position ?? 0n, head, events });
  }
}

/** Which events are folded, and where they are read. */
export interface FoldedHistory {
  readonly store: Pick<AuditServiceDeps['store'], 'readAll' | 'head'>;
  readonly pool: AuditServiceDeps['pool'];
  /** The events up to the head of the store; absent: all of them. */
  readonly historyUpTo?: (head: bigint) => History;
  /** Of the last event that counts; absent: all events. */
  readonly upTo?: bigint | undefined;
  readonly onProgress?: (progress: ReplayProgress) => void;
  readonly signal?: AbortSignal;
}

/** Folds the events about money of a history. @throws UndecodableEvent */
export async function foldMoneyOf(
  { store, historyUpTo, upTo, onProgress, signal }: Omit<FoldedHistory, 'pool'>,
  fold: Fold,
): Promise<void> {
  const head = upTo ?? (await store.head());
  const history = historyUpTo?.(head) ?? wholeHistory(store, head, signal);
  await foldMoney(history, fold, { head, onProgress });
}
