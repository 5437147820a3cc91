import type { RuleSettings } from '@perktree/contracts/commission/rule';
import type { Currency } from '@perktree/contracts/kernel/money';
import type { Calculation, Computed, EarnedShares, PathQr } from './calculation.ts';
import { auditedFixedPerTier } from './fixed-per-tier.ts';
import { auditedPathDifferential } from './path-differential.ts';

/** By the rule version that events record. */
const CALCULATIONS: Readonly<Record<number, Calculation>> = { 1: auditedPathDifferential, 2: auditedFixedPerTier };

/** The commission rule that a redemption names. */
export interface RecordedRule {
  readonly ruleVersion: number;
  readonly ruleSettings: RuleSettings;
}

export const isKnownRule = (ruleVersion: number): boolean => ruleVersion in CALCULATIONS;

/** Checks report an unknown version by itself; the rest is then compared with version 1. */
const calculationOf = (ruleVersion: number) => CALCULATIONS[ruleVersion] ?? auditedPathDifferential;

/** @param saleAmount decimal string in the currency's major unit */
export function computeCommission(
  { ruleVersion, ruleSettings }: RecordedRule,
  path: readonly PathQr[],
  saleAmount: string,
  currency: Currency,
): Computed {
  return calculationOf(ruleVersion).compute(path, saleAmount, currency, ruleSettings);
}

/** The pool of the reversed part of a sale, in minor units. */
export function computeReversedPool(ruleVersion: number, earned: EarnedShares, reversed: bigint): bigint {
  return calculationOf(ruleVersion).reversedPool(earned, reversed);
}
