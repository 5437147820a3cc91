import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { expect, it } from 'vitest';
import { NOON, SITE, siteCreated } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { sites } from './projection.ts';

it('sites follows configuration and activity', () => {
  const configuration = { ...DEFAULT_SITE_CONFIGURATION, maxSplitsPerQr: 2 };
  const configured = { type: 'SiteConfigured', data: { ...SITE, name: 'Bar', configuration } } as const;
  const off = { type: 'SiteDeactivated', data: SITE } as const;
  const on = { type: 'SiteActivated', data: SITE } as const;
  expect(rowsAfter(sites, [siteCreated(), configured, off])).toMatchObject([{ name: 'Bar', is_active: false }]);
  const [row] = rowsAfter(sites, [siteCreated(), configured, off, on]);
  expect(row).toMatchObject({ is_active: true, created_at: NOON });
  expect(JSON.parse(row?.configuration ?? '')).toEqual(configuration);
});
