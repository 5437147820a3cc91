import type { EventData } from '@perktree/contracts/catalogue/events';
import { toCents } from '../shares.ts';
import { type History, must } from './history.ts';

interface Entry {
  readonly ownerId: string;
  readonly siteId: string;
  readonly cents: number;
  readonly maturesAt: number;
  payoutId: string | null;
}

type Entries = Map<string, Entry>;

/** An entry is in one payout at most, of its owner and site, after its hold. A payout is the sum of its entries. */
export function checkPayouts(history: History): void {
  const entries: Entries = new Map();
  for (const event of history) {
    switch (event.type) {
      case 'BenefitRedeemed':
      case 'RedemptionConfirmed':
        for (const { entryId, ownerId, amount } of event.data.shares) {
          const maturesAt = Date.parse(event.data.maturesAt);
          const { siteId } = event.data;
          entries.set(entryId, { ownerId, siteId, cents: toCents(amount), maturesAt, payoutId: null });
        }
        break;
      case 'RedemptionReversed':
        for (const { entryId, reversesEntryId, amount } of event.data.shares) {
          const origin = entries.get(reversesEntryId) as Entry;
          entries.set(entryId, { ...origin, cents: toCents(amount), payoutId: null });
        }
        break;
      case 'PayoutGenerated':
        checkGenerated(entries, event.data, event.at);
        break;
      case 'PayoutCancelled':
      case 'PayoutFailed':
        giveBack(entries, event.data);
        break;
    }
  }
}

function checkGenerated(entries: Entries, payout: EventData<'PayoutGenerated'>, at: number): void {
  const { payoutId, entryIds, distributorId, siteId, amount } = payout;
  let sum = 0;
  for (const entryId of entryIds) {
    const entry = entries.get(entryId);
    must(entry?.payoutId === null, () => `${entryId} is in ${payoutId} and in ${entry?.payoutId}`);
    if (!entry) continue;
    const isOwed = entry.ownerId === distributorId && entry.siteId === siteId && entry.maturesAt <= at;
    must(isOwed, () => `${entryId} is in ${payoutId} of ${distributorId}, who is not owed it`);
    entry.payoutId = payoutId;
    sum += entry.cents;
  }
  must(sum > 0 && sum === toCents(amount), () => `payout ${payoutId} of ${amount} holds ${sum} cents`);
}

function giveBack(entries: Entries, { payoutId, entryIds }: EventData<'PayoutCancelled' | 'PayoutFailed'>): void {
  for (const entryId of entryIds) {
    const entry = entries.get(entryId);
    must(entry?.payoutId === payoutId, () => `${entryId} was given back, and was not in ${payoutId}`);
    if (entry) entry.payoutId = null;
  }
}
