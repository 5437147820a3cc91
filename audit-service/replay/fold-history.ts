import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { EventType, RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { WalkProgress } from './audit-history.ts';
import type { History } from './history-source.ts';

/** Folds events one by one, in the order of the store. */
export interface Fold {
  apply(event: RecordedEvent): void;
}

/** Facts about money, and about the rules of sites. */
const MONEY_FACTS: readonly EventType[] = [
  ...(['SiteCreated', 'SiteConfigured', 'BenefitRedeemed'] as const),
  ...(['RedemptionConfirmed', 'RedemptionReversed'] as const),
  ...(['PayoutGenerated', 'PayoutPaid', 'PayoutFailed', 'PayoutCancelled', 'BalanceWrittenOff'] as const),
  ...(['PayoutReturned', 'PayoutReferenceCorrected'] as const),
];

/** Folds the events about money. @throws UndecodableEvent, because figures without an event would be wrong */
export async function foldMoney(
  history: History,
  fold: Fold,
  { head, onProgress }: { readonly head: bigint; readonly onProgress?: ((progress: WalkProgress) => void) | undefined },
): Promise<void> {
  const types = new Set<string>(MONEY_FACTS);
  let events = 0;
  for await (const page of history) {
    for (const stored of page) if (types.has(stored.type)) fold.apply(decodeEvent(stored));
    events += page.length;
    onProgress?.({ position: page.at(-1)?.position ?? 0n, head, events });
  }
}
