import type { EventData } from '@perktree/contracts/events/catalogue';
import { FLAG_RULES, type FlagKind } from '@perktree/contracts/flag-rules';

type Redeemed = EventData<'BenefitRedeemed'>;
interface Seen {
  readonly at: number;
  readonly customerId: string;
}

/** What each subject of a rule has been seen at lately: whether the next redemption meets it (contracts/flag-rules.ts). */
export class FraudWindow {
  private readonly seen = new Map<string, readonly Seen[]>();

  constructor(private readonly kinds: readonly FlagKind[]) {}

  /** Takes note of a redemption. @returns the rules that it meets. @param at milliseconds */
  met(data: Redeemed, at: number): readonly FlagKind[] {
    return this.kinds.filter((kind) => {
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
}

/** Whom or what a rule watches; null: the redemption is none of its business. */
function subjectOf(kind: FlagKind, { confirmedVia, confirmedBy, customerId, deviceId }: Redeemed): string | null {
  if (kind === 'shared_device') return deviceId;
  if (confirmedVia === 'self') return null;
  return kind === 'staff_burst' ? confirmedBy : `${confirmedBy} ${customerId}`;
}
