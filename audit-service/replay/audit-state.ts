import type { PayoutChecker } from './payout-checker.ts';
import type { PlanChecker } from './plan-checker.ts';
import type { RedemptionChecker } from './redemption-checker.ts';
import type { SiteRulesHistory } from './site-rules.ts';
import type { TreeHistory } from './tree-history.ts';

/** The state of a replay. */
export interface AuditState {
  readonly sites: SiteRulesHistory;
  readonly trees: TreeHistory;
  readonly redemptions: RedemptionChecker;
  readonly payouts: PayoutChecker;
  readonly plans: PlanChecker;
}
