import type { RuleSettings } from '@perktree/contracts/commission/rule';
import type { Calculation } from './calculation.ts';
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

/** Of a rule version. Checks report an unknown one by itself; the rest is then compared with version 1. */
export const calculationOf = (ruleVersion: number): Calculation => CALCULATIONS[ruleVersion] ?? auditedPathDifferential;
