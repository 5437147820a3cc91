import type { SiteAuditAnswer } from '@perktree/contracts/audit/report-calls';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { CURRENCIES, type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { isOf } from '../stream-history.ts';
import type { AuditFilter } from './audit-filter.ts';

/** Sums of one currency, decimal strings in its major unit. */
export type Total = SiteAuditAnswer['totals'][number];

/** Counts and sums of the replayed money. */
export class Tally {
  readonly counts = { redemptions: 0, reversals: 0, entries: 0, payouts: 0 };
  private readonly sums = new Map<Currency, { earned: bigint; takenBack: bigint; paidOut: bigint }>();

  constructor(private readonly filter: AuditFilter) {}

  add(event: RecordedEvent): void {
    if (isOf(event, 'BenefitRedeemed')) {
      const { currency, awaitsConfirmation } = event.fact.data;
      this.counts.redemptions += 1;
      this.sum(currency).earned += this.shares(event.fact.data);
      // A share that waits is an entry, too, and keeps its id when it is confirmed.
      if (awaitsConfirmation !== null) this.shares({ currency, shares: awaitsConfirmation.shares });
    } else if (isOf(event, 'RedemptionConfirmed')) {
      this.counts.entries -= this.own(event.fact.data.shares).length;
      this.sum(event.fact.data.currency).earned += this.shares(event.fact.data);
    } else if (isOf(event, 'RedemptionReversed')) {
      this.counts.reversals += 1;
      this.sum(event.fact.data.currency).takenBack += this.shares(event.fact.data);
    } else if (isOf(event, 'PayoutGenerated')) this.counts.payouts += 1;
    else if (isOf(event, 'PayoutPaid')) {
      this.sum(event.fact.data.currency).paidOut += toMinor(event.fact.data.amount, event.fact.data.currency);
    } else if (isOf(event, 'PayoutReturned')) {
      this.sum(event.fact.data.currency).paidOut -= toMinor(event.fact.data.amount, event.fact.data.currency);
    }
  }

  totals(): readonly Total[] {
    return CURRENCIES.flatMap((currency) => {
      const sums = this.sums.get(currency);
      if (sums === undefined) return [];
      const text = (minor: bigint) => fromMinor(minor, currency);
      return [{ currency, earned: text(sums.earned), takenBack: text(sums.takenBack), paidOut: text(sums.paidOut) }];
    });
  }

  private shares(data: {
    readonly currency: Currency;
    readonly shares: readonly { readonly ownerId: string; readonly amount: string }[];
  }): bigint {
    const own = this.own(data.shares);
    this.counts.entries += own.length;
    return own.reduce((sum, { amount }) => sum + toMinor(amount, data.currency), 0n);
  }

  private own<Share extends { readonly ownerId: string }>(shares: readonly Share[]): readonly Share[] {
    const { distributorId } = this.filter;
    return shares.filter(({ ownerId }) => distributorId === undefined || ownerId === distributorId);
  }

  private sum(currency: Currency) {
    const known = this.sums.get(currency) ?? { earned: 0n, takenBack: 0n, paidOut: 0n };
    this.sums.set(currency, known);
    return known;
  }
}
