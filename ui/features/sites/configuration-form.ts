import type { CallBody } from '@perktree/contracts/http/call';
import type { calls } from '@perktree/contracts/http/calls';
import { HOLD_DAYS, type SiteConfiguration } from '@perktree/contracts/site-configuration';

export type ConfigurationBody = CallBody<typeof calls.configureSite>;

/** The fields of the Configure dialog as they are typed; switches and choices as they are. */
export interface ConfigurationForm
  extends Pick<
    SiteConfiguration,
    | 'distributorCanGenerateChildQrs'
    | 'distributorCanGenerateTopLevelQrs'
    | 'topLevelQrsNeedApproval'
    | 'staffCanRedeemWithCode'
    | 'showBenefitBeforeRedeem'
    | 'renewalPolicy'
    | 'selfRedemption'
  > {
  readonly name: string;
  readonly qrMinutesLife: string;
  readonly maxRedemptions: string;
  readonly maxRedemptionsPerCustomer: string;
  readonly maxSplitsPerQr: string;
  readonly maxTotalSplits: string;
  readonly minSplitPercent: string;
  readonly commissionPerSiblingQr: string;
  readonly defaultSaleAmount: string;
  readonly maxSaleAmount: string;
  readonly minimumPayout: string;
  readonly commissionHoldDays: string;
}

export type FieldError = 'name' | 'qrMinutesLife' | 'maxRedemptions' | 'maxSplitsPerQr';

export function formOfConfiguration(siteName: string, saved: SiteConfiguration): ConfigurationForm {
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

/** Site name required; lifetime, redemptions and splits at least 1 (specification 5). */
export function configurationErrors(form: ConfigurationForm): FieldError[] {
  const counts = ['qrMinutesLife', 'maxRedemptions', 'maxSplitsPerQr'] as const;
  const wrong: FieldError[] = counts.filter((field) => !/^[1-9]\d*$/.test(form[field].trim()));
  return form.name.trim() === '' ? ['name', ...wrong] : wrong;
}

/** Percents go with two decimals, an empty limit as null (specification 5). The name is sent only if it was changed. */
export function configurationBody(form: ConfigurationForm, siteName: string): ConfigurationBody {
  const name = form.name.trim();
  const holdDays = HOLD_DAYS.find((days) => String(days) === form.commissionHoldDays);
  return {
    ...(name === siteName ? {} : { name }),
    minSplitPercent: twoDecimals(form.minSplitPercent),
    maxSplitsPerQr: Number(form.maxSplitsPerQr),
    maxTotalSplits: numberOrNull(form.maxTotalSplits),
    qrMinutesLife: Number(form.qrMinutesLife),
    commissionPerSiblingQr: twoDecimals(form.commissionPerSiblingQr),
    maxRedemptions: Number(form.maxRedemptions),
    distributorCanGenerateChildQrs: form.distributorCanGenerateChildQrs,
    distributorCanGenerateTopLevelQrs: form.distributorCanGenerateTopLevelQrs,
    topLevelQrsNeedApproval: form.topLevelQrsNeedApproval,
    staffCanRedeemWithCode: form.staffCanRedeemWithCode,
    showBenefitBeforeRedeem: form.showBenefitBeforeRedeem,
    renewalPolicy: form.renewalPolicy,
    defaultSaleAmount: amount(form.defaultSaleAmount),
    maxSaleAmount: amount(form.maxSaleAmount),
    selfRedemption: form.selfRedemption,
    minimumPayout: amount(form.minimumPayout),
    maxRedemptionsPerCustomer: numberOrNull(form.maxRedemptionsPerCustomer),
    ...(holdDays === undefined ? {} : { commissionHoldDays: holdDays }),
  };
}

function amount(text: string): string {
  return text.trim().replace(',', '.');
}

/** What is no number goes as it is typed, so that the server says what is wrong with it. */
function twoDecimals(text: string): string {
  const value = Number(amount(text));
  return Number.isFinite(value) && text.trim() !== '' ? value.toFixed(2) : text.trim();
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
