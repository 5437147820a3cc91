import type { PayoutBook } from './payout-book.ts';
import type { PlanBook } from './plan-book.ts';
import type { RedemptionBook } from './redemption-book.ts';
import type { SiteBook } from './site-book.ts';
import type { TreeBook } from './tree-book.ts';

/** All that is remembered of history while it is walked. */
export interface Books {
  readonly sites: SiteBook;
  readonly trees: TreeBook;
  readonly redemptions: RedemptionBook;
  readonly payouts: PayoutBook;
  readonly plans: PlanBook;
}
