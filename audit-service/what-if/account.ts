import type { Currency } from '@perktree/contracts/money';

/** A distributor's earnings, and the part past its hold at the end of the period. In minor units. */
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
