import { expect, it } from 'vitest';
import { CURRENCIES } from '../kernel/money.ts';
import { DEFAULT_SITE_CONFIGURATION } from './default-configuration.ts';

it('a new site begins with the settings of the specification', () => {
  expect(DEFAULT_SITE_CONFIGURATION).toMatchObject({
    ...{ minSplitPercent: '0.50', maxSplitsPerQr: 10, maxTotalSplits: null, qrMinutesLife: 1440 },
    ...{ commissionPerSiblingQr: '1.00', maxRedemptions: 3, renewalPolicy: 'none' },
    ...{ distributorCanGenerateChildQrs: true, distributorCanGenerateTopLevelQrs: true, topLevelQrsNeedApproval: true },
    ...{ staffCanRedeemWithCode: true, showBenefitBeforeRedeem: true, defaultSaleAmount: '100.00' },
    ...{ commissionHoldDays: 14, minimumPayout: '20.00', maxRedemptionsPerCustomer: 1 },
    ...{ selfRedemption: 'confirmed', maxSaleAmount: '1000.00', staffRedeemInOneStep: false },
  });
});

it('its currency is EUR, USD or GBP', () => expect([...CURRENCIES].sort()).toEqual(['EUR', 'GBP', 'USD']));
