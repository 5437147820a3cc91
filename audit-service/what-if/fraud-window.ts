import type { EventData } from '@perktree/contracts/catalogue/events';
import {
  FLAG_RULES,
  type FlagKind,
  isUnusualSale,
  UNUSUAL_SALE,
  usualSale,
  type WindowRule,
} from '@perktree/contracts/flag/rules';

type Redeemed = EventData<'BenefitRedeemed'>;
interface Seen {
  readonly at: number;
  readonly customerId: string;
}

/** What each subject of a rule has been seen at lately: whether the next redemption meets it (contracts/flag/rules.ts). */
export class FraudWindow {
  private readonly seen = new Map<string, readonly Seen[]>();
  /** The last sale amounts, by site and currency. */
  private readonly sales = new Map<string, readonly string[]>();

  constructor(private readonly kinds: readonly FlagKind[]) {}

  /** Takes note of a redemption. @returns the rules that it meets. @param at milliseconds */
  met(data: Redeemed, at: number): readonly FlagKind[] {
    return this.kinds.filter((kind) => {
      if (kind === 'unusual_sale') return this.isUnusual(data);
      const subject = subjectOf(kind, data);
      if (subject === null) return false;
      const { atLeast, of, withinMs } = FLAG_RULES[kind];
      const key = `${data.siteId} ${kind} ${subject}`;
      const recent = (this.seen.get(key) ?? []).filter((one) => one.at > at - withinMs);
      const next = [...recent, { at, customerId: data.customerId }];
      this.seen.set(key, next);
      const count = of === 'customers' ? new Set(next.map(({ customerId }) => customerId)).size : next.length;
      return count >= atLeast;
    });
  }

  private isUnusual({ siteId, currency, saleAmount, saleAmountSource, awaitsConfirmation }: Redeemed): boolean {
    if (awaitsConfirmation !== null) return false;
    const key = `${siteId} ${currency}`;
    const before = this.sales.get(key) ?? [];
    this.sales.set(key, [...before, saleAmount].slice(-UNUSUAL_SALE.ofLast));
    const usual = usualSale(before, currency);
    return saleAmountSource === 'entered' && usual !== null && isUnusualSale(saleAmount, usual, currency);
  }
}

/** The id that a rule counts by; null: the rule does not apply to the redemption. */
function subjectOf(kind: WindowRule, data: Redeemed): string | null {
  const { confirmedVia, confirmedBy, customerId, deviceId, networkId } = data;
  if (kind === 'shared_device') return deviceId;
  if (kind === 'network_burst') return networkId;
  if (confirmedVia === 'self') return null;
  return kind === 'staff_burst' ? confirmedBy : `${confirmedBy} ${customerId}`;
}
