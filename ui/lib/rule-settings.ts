import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { CommissionRule, RuleSettings, RuleTexts } from '@perktree/contracts/commission/rule';
import { decimalRule, rule } from '@perktree/contracts/kernel/issue-codes';
import { isAmount, MAX_AMOUNT } from '@perktree/contracts/kernel/money';
import type { FieldIssue } from './forms/fields.ts';

/** The form field of a commission rule's setting. */
export type SettingName = `setting.${string}`;
export const settingName = (setting: string): SettingName => `setting.${setting}`;

/** Fields of every rule's settings: a form shows those of the chosen rule. */
export type SettingFields = { readonly [K in SettingName]: 'decimals' };
export const SETTING_FIELDS: SettingFields = Object.fromEntries(
  COMMISSION_RULES.flatMap(({ settings }) => settings.map((setting) => [settingName(setting), 'decimals' as const])),
);
type SettingValues = { readonly [K in SettingName]: readonly string[] | undefined };

export function typedSettings(saved: RuleSettings): { readonly [K in SettingName]: string } {
  return Object.fromEntries(
    COMMISSION_RULES.flatMap(({ settings }) =>
      settings.map((setting) => [settingName(setting), saved[setting]?.join('; ') ?? '']),
    ),
  );
}

/** The values of one rule's settings; an empty field is left out. */
export function settingsOf(rule: CommissionRule | undefined, values: SettingValues): RuleSettings {
  return Object.fromEntries(
    (rule?.settings ?? []).flatMap((setting) => {
      const amounts = values[settingName(setting)];
      return amounts === undefined ? [] : [[setting, amounts]];
    }),
  );
}

export function settingIssues(
  rule: CommissionRule | undefined,
  values: SettingValues,
): { readonly [K in SettingName]: FieldIssue } {
  return Object.fromEntries(
    (rule?.settings ?? []).flatMap((setting) => {
      const issue = amountsIssue(values[settingName(setting)]);
      return issue === undefined ? [] : [[settingName(setting), issue]];
    }),
  );
}

function amountsIssue(amounts: readonly string[] | undefined): FieldIssue | undefined {
  if (amounts === undefined) return { code: 'REQUIRED' };
  const input = amounts.find((amount) => !isAmount(amount));
  return input === undefined ? undefined : decimalIssue(input, MAX_AMOUNT);
}

/** Why a text is no decimal from 0 to `max` with two decimals. */
export function decimalIssue(input: string, max: string): FieldIssue {
  const [code, values] = rule.parse(decimalRule(max)({ input })) ?? ['BAD_FORMAT', {}];
  return { code, values };
}

export function ruleTexts({ texts }: CommissionRule, language: string): RuleTexts {
  return texts[language as keyof typeof texts] ?? texts.en;
}
