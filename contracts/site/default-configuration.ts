import { DEFAULT_COMMISSION_RULE } from '../commission/registry.ts';
import { UTC } from '../kernel/time-zone-name.ts';
import type { SiteConfiguration } from './configuration.ts';

/** Of a new site. Apart from its schema, which every screen loads with the calls. */
export const DEFAULT_SITE_CONFIGURATION: SiteConfiguration = {
  minSplitPercent: '0.50',
  maxSplitsPerQr: 10,
  maxTotalSplits: null,
  qrMinutesLife: 1440,
  commissionPerSiblingQr: '1.00',
  maxRedemptions: 3,
  distributorCanGenerateChildQrs: true,
  distributorCanGenerateTopLevelQrs: true,
  topLevelQrsNeedApproval: true,
  staffCanRedeemWithCode: true,
  staffRedeemInOneStep: false,
  showBenefitBeforeRedeem: true,
  renewalPolicy: 'none',
  defaultSaleAmount: '100.00',
  commissionHoldDays: 14,
  minimumPayout: '20.00',
  maxRedemptionsPerCustomer: 1,
  selfRedemption: 'confirmed',
  maxSaleAmount: '1000.00',
  commissionRule: DEFAULT_COMMISSION_RULE,
  timeZone: UTC,
};
