import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site-configuration';
import { expect, it } from 'vitest';
import { configurationOf } from './configuration-of.ts';

it('reads an old configuration without later fields, and keeps its behaviour', () => {
  const { selfRedemption: _, maxSaleAmount: __, topLevelQrsNeedApproval: ___, ...stored } = DEFAULT_SITE_CONFIGURATION;
  expect(configurationOf(JSON.stringify(stored))).toEqual({
    ...DEFAULT_SITE_CONFIGURATION,
    ...{ selfRedemption: 'on', maxSaleAmount: '9999999.99', topLevelQrsNeedApproval: false },
  });
});
