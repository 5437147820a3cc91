import type { PoolSplit, WhatIfRuleName } from '@perktree/contracts/audit/report-calls';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { RuleSettings } from '@perktree/contracts/commission/rule';
import { ruleChoiceSchema } from '@perktree/contracts/commission/schema';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { checkFields, type ValidationIssue } from '@perktree/contracts/kernel/validation-issues';
import type { Computed, PathQr } from '../commission/calculation.ts';
import { calculationOf, type RecordedRule } from '../commission/calculations.ts';

/** The rule to try: a commission rule, or another split of the pool that the recorded rule allocated. */
export type TriedRule = RecordedRule | PoolSplit;

export class WrongRuleSettings extends Error {
  override readonly name = 'WrongRuleSettings';

  constructor(readonly issues: readonly ValidationIssue[]) {
    super(issues.map(({ path, message }) => `${path}: ${message}`).join(' '));
  }
}

/** @throws WrongRuleSettings */
export function triedRule(name: WhatIfRuleName, settings: RuleSettings): TriedRule {
  const rule = COMMISSION_RULES.find((one) => one.name === name);
  if (rule === undefined) return name as PoolSplit;
  const checked = checkFields(ruleChoiceSchema, { version: rule.version, settings });
  if ('issues' in checked) {
    throw new WrongRuleSettings(
      checked.issues.map((issue) => ({ ...issue, path: issue.path.replace('settings', 'ruleSettings') })),
    );
  }
  return { ruleVersion: rule.version, ruleSettings: checked.data.settings };
}

/** The allocation of a sale under a tried rule. */
export interface Tried {
  /** The rule whose pool is shared: the tried one, or the recorded one where only the split is another. */
  readonly ruleVersion: number;
  readonly computed: Computed;
  readonly shares: readonly { readonly qrId: string; readonly ownerId: string; readonly amount: string }[];
}

/** @param tried null: the recorded rule */
export function allocateTried(
  tried: TriedRule | null,
  recorded: RecordedRule,
  path: readonly PathQr[],
  sale: { readonly saleAmount: string; readonly currency: Currency },
): Tried {
  const rule = tried === null || typeof tried === 'string' ? recorded : tried;
  const computed = calculationOf(rule.ruleVersion).compute(path, sale.saleAmount, sale.currency, rule.ruleSettings);
  const shares = typeof tried === 'string' ? SPLITS[tried](computed, sale.currency) : computed.shares;
  return { ruleVersion: rule.ruleVersion, computed, shares };
}

const SPLITS: Readonly<Record<PoolSplit, (computed: Computed, currency: Currency) => Tried['shares']>> = {
  /** The same for every claimed QR; left-over minor units go to those nearest to the redeemed QR. */
  even_split({ pool, shares }, currency) {
    const minor = toMinor(pool.amount, currency);
    const count = BigInt(shares.length);
    return shares.map(({ qrId, ownerId }, index) => {
      const isNear = BigInt(shares.length - 1 - index) < minor % count;
      return { qrId, ownerId, amount: fromMinor(minor / count + (isNear ? 1n : 0n), currency) };
    });
  },
  nearest_only: ({ pool, shares }) =>
    shares.slice(-1).map(({ qrId, ownerId }) => ({ qrId, ownerId, amount: pool.amount })),
};
