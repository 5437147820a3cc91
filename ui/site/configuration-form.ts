import type { calls } from '@perktree/contracts/catalogue/calls';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { CommissionRule } from '@perktree/contracts/commission/rule';
import type { CallBody } from '@perktree/contracts/kernel/call';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { FieldIssues, Typed, Values } from '../lib/forms/fields.ts';
import { SETTING_FIELDS, type SettingName, settingsOf, typedSettings } from '../lib/rule-settings.ts';

export const CONFIGURATION_FIELDS = {
  name: 'text',
  timeZone: 'choice',
  qrMinutesLife: 'count',
  maxRedemptions: 'count',
  maxRedemptionsPerCustomer: 'limit',
  defaultSaleAmount: 'decimal',
  maxSaleAmount: 'decimal',
  minSplitPercent: 'decimal',
  commissionPerSiblingQr: 'decimal',
  maxSplitsPerQr: 'count',
  maxTotalSplits: 'limit',
  commissionHoldDays: 'choice',
  minimumPayout: 'decimal',
  distributorCanGenerateChildQrs: 'flag',
  distributorCanGenerateTopLevelQrs: 'flag',
  topLevelQrsNeedApproval: 'flag',
  staffCanRedeemWithCode: 'flag',
  staffRedeemInOneStep: 'flag',
  showBenefitBeforeRedeem: 'flag',
  selfRedemption: 'choice',
  renewalPolicy: 'choice',
  commissionRule: 'choice',
  ...SETTING_FIELDS,
} as const;
export type ConfigurationFields = typeof CONFIGURATION_FIELDS;

export function formOfConfiguration(siteName: string, saved: SiteConfiguration): Typed<ConfigurationFields> {
  return {
    ...saved,
    name: siteName,
    qrMinutesLife: String(saved.qrMinutesLife),
    maxRedemptions: String(saved.maxRedemptions),
    maxRedemptionsPerCustomer: saved.maxRedemptionsPerCustomer?.toString() ?? '',
    maxSplitsPerQr: String(saved.maxSplitsPerQr),
    maxTotalSplits: saved.maxTotalSplits?.toString() ?? '',
    commissionHoldDays: String(saved.commissionHoldDays),
    commissionRule: String(saved.commissionRule.version),
    ...typedSettings(saved.commissionRule.settings),
  };
}

/** Percentages have two decimals. The name is sent only if it changed. */
export function configurationBodyOf(
  { name, ...values }: Values<ConfigurationFields>,
  siteName: string,
): CallBody<typeof calls.configureSite> {
  const rule = ruleOfChoice(values.commissionRule);
  return {
    ...withoutSettings(values),
    commissionRule: { version: Number(values.commissionRule), settings: settingsOf(rule, values) },
    ...(name === siteName ? {} : { name }),
    minSplitPercent: withTwoDecimals(values.minSplitPercent),
    commissionPerSiblingQr: withTwoDecimals(values.commissionPerSiblingQr),
    commissionHoldDays: Number(values.commissionHoldDays) as SiteConfiguration['commissionHoldDays'],
    selfRedemption: values.selfRedemption as SiteConfiguration['selfRedemption'],
    renewalPolicy: values.renewalPolicy as SiteConfiguration['renewalPolicy'],
  };
}

const AMOUNTS = ['defaultSaleAmount', 'maxSaleAmount', 'minimumPayout'] as const;

/** The call keeps an amount that is left out, so an empty field must be reported instead. */
export function missingAmounts(values: Values<ConfigurationFields>): FieldIssues<ConfigurationFields> {
  const missing = AMOUNTS.filter((name) => values[name] === undefined);
  return Object.fromEntries(missing.map((name) => [name, { code: 'REQUIRED' }]));
}

/** @param choice the value of the `commissionRule` field */
export function ruleOfChoice(choice: string): CommissionRule | undefined {
  return COMMISSION_RULES.find(({ version }) => String(version) === choice);
}

function withoutSettings<T extends object>(values: T): Omit<T, SettingName> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !(name in SETTING_FIELDS))) as Omit<
    T,
    SettingName
  >;
}

/** Further decimals stay, so that the call's rules report them. */
function withTwoDecimals(decimal: string | undefined): string {
  return (decimal?.replace(/^(-?\d+)(?:\.(\d?))?$/, (_, whole, digit = '') => `${whole}.${digit.padEnd(2, '0')}`) ??
    decimal) as string;
}
