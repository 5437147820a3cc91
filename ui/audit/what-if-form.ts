import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { CommissionRule } from '@perktree/contracts/commission/rule';
import { FLAG_KINDS, type FlagKind } from '@perktree/contracts/flag/rules';
import { isAmount, MAX_AMOUNT } from '@perktree/contracts/kernel/money';
import type { FieldIssue, FieldIssues, Typed, Values } from '../lib/forms/fields.ts';
import {
  decimalIssue,
  SETTING_FIELDS,
  type SettingFields,
  settingIssues,
  settingsOf,
  typedSettings,
} from '../lib/rule-settings.ts';

/** The QR codes with a changed percentage by their ids, each with its current one. */
export type TriedQrs = Readonly<Record<string, { readonly name: string; readonly percent: string }>>;
type PercentName = `percent.${string}`;
export const percentName = (qrId: string): PercentName => `percent.${qrId}`;

/** An empty field keeps the current rule. A checked flag refuses the redemptions that its rule matches. */
export type WhatIfFormFields = {
  readonly rule: 'choice';
  readonly holdDays: 'choice';
  readonly minimumPayout: 'decimal';
} & {
  readonly [K in FlagKind]: 'flag';
} & { readonly [K in PercentName]: 'decimal' } & SettingFields;
type WhatIfValues = Values<WhatIfFormFields>;

const MAX_PERCENT = '100';

export function fieldsOf(tried: TriedQrs): WhatIfFormFields {
  return {
    rule: 'choice',
    holdDays: 'choice',
    minimumPayout: 'decimal',
    ...SETTING_FIELDS,
    ...(Object.fromEntries(FLAG_KINDS.map((kind) => [kind, 'flag'])) as Record<FlagKind, 'flag'>),
    ...Object.fromEntries(Object.keys(tried).map((qrId) => [percentName(qrId), 'decimal' as const])),
  };
}

export function initialOf(tried: TriedQrs): Typed<WhatIfFormFields> {
  return {
    rule: '',
    holdDays: '',
    minimumPayout: '',
    ...typedSettings({}),
    ...(Object.fromEntries(FLAG_KINDS.map((kind) => [kind, false])) as Record<FlagKind, boolean>),
    ...Object.fromEntries(Object.entries(tried).map(([qrId, { percent }]) => [percentName(qrId), percent])),
  };
}

/** Validates by the rules of the call's query. */
export function checkWhatIf(values: WhatIfValues, tried: TriedQrs): FieldIssues<WhatIfFormFields> {
  const { minimumPayout } = values;
  const percents = Object.keys(tried).map((qrId) => [percentName(qrId), percentIssue(values[percentName(qrId)])]);
  return {
    ...settingIssues(triedRuleOf(values.rule), values),
    ...(minimumPayout === undefined || isAmount(minimumPayout)
      ? {}
      : { minimumPayout: decimalIssue(minimumPayout, MAX_AMOUNT) }),
    ...Object.fromEntries(percents.filter(([, issue]) => issue !== undefined)),
  };
}

/** @returns undefined if the field names no commission rule: it keeps the current one, or splits the pool in another way */
export function triedRuleOf(name: string): CommissionRule | undefined {
  return COMMISSION_RULES.find((rule) => rule.name === name);
}

function percentIssue(percent: string | undefined): FieldIssue | undefined {
  if (percent === undefined) return { code: 'REQUIRED' };
  const isPercent = /^\d+(\.\d{1,2})?$/.test(percent) && Number(percent) <= Number(MAX_PERCENT);
  return isPercent ? undefined : decimalIssue(percent, MAX_PERCENT);
}

/** Query of the call; unchanged values are left out. */
export function queryOfForm(values: WhatIfValues, tried: TriedQrs): Record<string, string> {
  const refused = FLAG_KINDS.filter((kind) => values[kind]);
  const percents = Object.keys(tried).map((qrId) => `${qrId}:${values[percentName(qrId)]}`);
  const chosen = settingsOf(triedRuleOf(values.rule), values);
  const settings = Object.entries(chosen).map(([setting, amounts]) => `${setting}:${amounts.join(';')}`);
  return {
    ...(values.rule !== '' && { rule: values.rule }),
    ...(settings.length > 0 && { ruleSettings: settings.join(',') }),
    ...(values.holdDays !== '' && { holdDays: values.holdDays }),
    ...(values.minimumPayout !== undefined && { minimumPayout: values.minimumPayout }),
    ...(refused.length > 0 && { refused: refused.join(',') }),
    ...(percents.length > 0 && { percents: percents.join(',') }),
  };
}
