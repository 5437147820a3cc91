import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { type Currency, minorDigits } from '@perktree/contracts/kernel/money';
import type { Funding, FundingsState } from './funding-state.ts';

/** What the operator allows owners to pay out automatically. Amounts are in the major unit of any currency. */
export interface PayoutLimits {
  /** Automatic payouts leave out shares that were earned later, even where the site has no hold. */
  readonly minimumHoldDays: number;
  /** A business is new for this long after it first subscribed, and until money was once collected from it. */
  readonly newBusinessDays: number;
  /** What a new business may pay out in all, without the operator's approval. */
  readonly newBusinessMaximum: number;
  /** What a business may pay out in 30 days without the operator's approval. */
  readonly approvalAbove: number;
  /** Percent of a payout that the owner pays in addition, for what the payment provider takes. */
  readonly feePercent: number;
}

export const DEFAULT_PAYOUT_LIMITS: PayoutLimits = {
  minimumHoldDays: 7,
  newBusinessDays: 30,
  newBusinessMaximum: 500,
  approvalAbove: 5000,
  feePercent: 3,
};

/** So that many small payouts do not get around `approvalAbove`. */
const PERIOD_MS = 30 * DAY_MS;

interface Asked {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** When the tenant first subscribed, ISO 8601 UTC; null: never. */
  readonly subscribedAt: string | null;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** Why an amount needs the operator's approval; null: it does not. */
export function approvalReason(state: FundingsState, asked: Asked, limits: PayoutLimits): Funding['approval'] {
  const { amountMinor, currency, subscribedAt, now } = asked;
  const amount = Number(amountMinor) / 10 ** minorDigits(currency);
  const counting = [...state.fundings.values()].filter(({ status }) => status !== 'failed');
  const isNew =
    subscribedAt === null ||
    Date.parse(now) - Date.parse(subscribedAt) < limits.newBusinessDays * DAY_MS ||
    !counting.some(({ status }) => status === 'collected');
  if (isNew && sumOf(counting) + amount > limits.newBusinessMaximum) return 'new_business';
  const recent = counting.filter(({ requestedAt }) => Date.parse(now) - Date.parse(requestedAt) < PERIOD_MS);
  return sumOf(recent) + amount > limits.approvalAbove ? 'above_amount' : null;
}

/** In the currency's minor unit, rounded up. */
export function feeOf(amountMinor: bigint, { feePercent }: PayoutLimits): bigint {
  const hundredths = BigInt(Math.round(feePercent * 100));
  return (amountMinor * hundredths + 9_999n) / 10_000n;
}

/** Currencies count alike: the limits are rough, and an exchange rate would be a fact from outside. */
function sumOf(fundings: readonly Funding[]): number {
  return fundings.reduce((sum, { amount }) => sum + Number(amount), 0);
}
