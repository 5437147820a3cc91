import type { Currency } from '@perktree/contracts/money';

/** What somebody earned, and what of it was over its hold by the end; in minor units. */
export interface Earned {
  earned: bigint;
  matured: bigint;
}
export interface Account {
  readonly siteId: string;
  readonly distributorId: string;
  readonly currency: Currency;
  readonly actual: Earned;
  readonly changed: Earned;
}
