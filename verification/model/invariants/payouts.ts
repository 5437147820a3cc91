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

/**
 * An entry is in one payout or write-off at most, of its owner and site, after its hold. Either is the sum of its entries: a payout is
 * positive, a write-off negative.
 */
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
        must(toCents(event.data.amount) > 0, () => `a payout of ${event.data.amount}`);
        checkSettled(entries, event.data.payoutId, event.data, event.at);
        break;
      case 'BalanceWrittenOff':
        must(toCents(event.data.amount) < 0, () => `a write-off of ${event.data.amount}`);
        checkSettled(entries, event.data.writeOffId, event.data, event.at);
        break;
      case 'PayoutCancelled':
      case 'PayoutFailed':
        giveBack(entries, event.data);
        break;
    }
  }
}

function checkSettled(
  entries: Entries,
  payoutId: string,
  { entryIds, distributorId, siteId, amount }: EventData<'PayoutGenerated' | 'BalanceWrittenOff'>,
  at: number,
): void {
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
  must(sum === toCents(amount), () => `payout ${payoutId} of ${amount} holds ${sum} cents`);
}

function giveBack(entries: Entries, { payoutId, entryIds }: EventData<'PayoutCancelled' | 'PayoutFailed'>): void {
  for (const entryId of entryIds) {
    const entry = entries.get(entryId);
    must(entry?.payoutId === payoutId, () => `${entryId} was given back, and was not in ${payoutId}`);
    if (entry) entry.payoutId = null;
  }
}
