import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import { expect, it } from 'vitest';
import { configurationOf } from './configuration-of.ts';

it('reads an old configuration without later fields, and keeps its behaviour', () => {
  const stored: Partial<SiteConfiguration> = { ...DEFAULT_SITE_CONFIGURATION };
  for (const later of [
    'selfRedemption',
    'maxSaleAmount',
    'topLevelQrsNeedApproval',
    'staffRedeemInOneStep',
    'timeZone',
  ] as const) {
    delete stored[later];
  }
  expect(configurationOf(JSON.stringify(stored))).toEqual({
    ...DEFAULT_SITE_CONFIGURATION,
    ...{
      selfRedemption: 'on',
      maxSaleAmount: '9999999.99',
      topLevelQrsNeedApproval: false,
      staffRedeemInOneStep: false,
    },
  });
});
