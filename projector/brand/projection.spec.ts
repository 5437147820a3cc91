import { brandColour, NO_BRAND } from '@perktree/contracts/brand/brand';
import { expect, it } from 'vitest';
import { SITE, siteCreated } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { siteBrands } from './projection.ts';

const branded = (name: string) =>
  ({ type: 'SiteBranded', data: { ...SITE, brand: { ...NO_BRAND, name, colour: brandColour('#ffcc00') } } }) as const;

it('a site has the brand that was saved last', () => {
  expect(rowsAfter(siteBrands, [siteCreated()])).toEqual([]);
  const brand = { ...NO_BRAND, name: 'Luna', colour: { chosen: '#ffcc00', light: '#856a00', dark: '#ffcc00' } };
  expect(rowsAfter(siteBrands, [siteCreated(), branded('Sol'), branded('Luna')])).toEqual([
    { site_id: SITE.siteId, tenant_id: SITE.tenantId, brand: JSON.stringify(brand) },
  ]);
});
