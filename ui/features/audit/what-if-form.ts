import { FLAG_KINDS, type FlagKind } from '@perktree/contracts/flag-rules';
import { decimalRule, rule } from '@perktree/contracts/issue-codes';
import { isAmount, MAX_AMOUNT } from '@perktree/contracts/money';
import type { FieldIssue, FieldIssues, Typed, Values } from '../../lib/forms/fields.ts';

/** By QR: the percent that it has, of those that are tried with another. */
export type TriedQrs = Readonly<Record<string, string>>;
export type PercentName = `percent.${string}`;
export const percentName = (qrId: string): PercentName => `percent.${qrId}`;

/** An empty field leaves what it is about as it was. A flag refuses what its rule against fraud would have flagged. */
export type WhatIfFields = {
  readonly rule: 'choice';
  readonly holdDays: 'choice';
  readonly minimumPayout: 'decimal';
} & {
  readonly [K in FlagKind]: 'flag';
} & { readonly [K in PercentName]: 'decimal' };
type WhatIfValues = Values<WhatIfFields>;

const UNCHANGED_RULE = 'path_differential';
const MAX_PERCENT = '100';

export function fieldsOf(tried: TriedQrs): WhatIfFields {
  return {
    ...{ rule: 'choice', holdDays: 'choice', minimumPayout: 'decimal' },
    ...(Object.fromEntries(FLAG_KINDS.map((kind) => [kind, 'flag'])) as Record<FlagKind, 'flag'>),
    ...Object.fromEntries(Object.keys(tried).map((qrId) => [percentName(qrId), 'decimal' as const])),
  };
}

export function initialOf(tried: TriedQrs): Typed<WhatIfFields> {
  return {
    ...{ rule: UNCHANGED_RULE, holdDays: '', minimumPayout: '' },
    ...(Object.fromEntries(FLAG_KINDS.map((kind) => [kind, false])) as Record<FlagKind, boolean>),
    ...Object.fromEntries(Object.entries(tried).map(([qrId, percent]) => [percentName(qrId), percent])),
  };
}

/** What is wrong, by the rules of the call's query. */
export function checkWhatIf(values: WhatIfValues, tried: TriedQrs): FieldIssues<WhatIfFields> {
  const { minimumPayout } = values;
  const percents = Object.keys(tried).map((qrId) => [percentName(qrId), percentIssue(values[percentName(qrId)])]);
  return {
    ...(minimumPayout === undefined || isAmount(minimumPayout)
      ? {}
      : { minimumPayout: decimalIssue(minimumPayout, MAX_AMOUNT) }),
    ...Object.fromEntries(percents.filter(([, issue]) => issue !== undefined)),
  };
}

function percentIssue(percent: string | undefined): FieldIssue | undefined {
  if (percent === undefined) return { code: 'REQUIRED' };
  const isPercent = /^\d+(\.\d{1,2})?$/.test(percent) && Number(percent) <= Number(MAX_PERCENT);
  return isPercent ? undefined : decimalIssue(percent, MAX_PERCENT);
}

function decimalIssue(input: string, max: string): FieldIssue {
  const [code, values] = rule.parse(decimalRule(max)({ input })) ?? ['BAD_FORMAT', {}];
  return { code, values };
}

/** The form as a call takes it; what is as it was is left out. */
export function queryOfForm(values: WhatIfValues, tried: TriedQrs): Record<string, string> {
  const refused = FLAG_KINDS.filter((kind) => values[kind]);
  const percents = Object.keys(tried).map((qrId) => `${qrId}:${values[percentName(qrId)]}`);
  return {
    ...(values.rule !== UNCHANGED_RULE && { rule: values.rule }),
    ...(values.holdDays !== '' && { holdDays: values.holdDays }),
    ...(values.minimumPayout !== undefined && { minimumPayout: values.minimumPayout }),
    ...(refused.length > 0 && { refused: refused.join(',') }),
    ...(percents.length > 0 && { percents: percents.join(',') }),
  };
}
