import type { CallBody } from '@perktree/contracts/http/call';
import type { calls } from '@perktree/contracts/http/calls';
import type { SiteConfiguration } from '@perktree/contracts/site-configuration';
import type { Typed, Values } from '../../lib/forms/fields.ts';

/** The fields of the Configure dialog. */
export const CONFIGURATION_FIELDS = {
  name: 'text',
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
  showBenefitBeforeRedeem: 'flag',
  selfRedemption: 'choice',
  renewalPolicy: 'choice',
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
  };
}

/** Percents go with two decimals (specification 5). The name is sent only if it was changed. */
export function configurationBody(
  { name, ...values }: Values<ConfigurationFields>,
  siteName: string,
): CallBody<typeof calls.configureSite> {
  return {
    ...values,
    ...(name === siteName ? {} : { name }),
    minSplitPercent: withTwoDecimals(values.minSplitPercent),
    commissionPerSiblingQr: withTwoDecimals(values.commissionPerSiblingQr),
    commissionHoldDays: Number(values.commissionHoldDays) as SiteConfiguration['commissionHoldDays'],
    selfRedemption: values.selfRedemption as SiteConfiguration['selfRedemption'],
    renewalPolicy: values.renewalPolicy as SiteConfiguration['renewalPolicy'],
  };
}

/** More decimals stay, and the rules of the call find them. */
function withTwoDecimals(decimal: string | undefined): string {
  return (decimal?.replace(/^(-?\d+)(?:\.(\d?))?$/, (_, whole, digit = '') => `${whole}.${digit.padEnd(2, '0')}`) ??
    decimal) as string;
}
