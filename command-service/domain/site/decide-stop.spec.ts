import { describe, expect, it } from 'vitest';
import { exampleSite, ids, NOW } from '../../testing/example-site.ts';
import { given } from '../../testing/given.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { decideStopSite } from './decide-stop.ts';
import { siteDecider } from './state.ts';

describe('stopping a site', () => {
  it('takes it out of use, once', () => {
    const events = decideStopSite(exampleSite(), { tenantId: ids.tenant });
    expect(events.map(({ type }) => type)).toEqual(['SiteDeactivated']);
    const stopped = given(siteDecider, events, NOW, exampleSite());
    expect(stopped).toMatchObject({ isActive: false });
    expect(decideStopSite(stopped, { tenantId: ids.tenant })).toEqual([]);
  });

  it('is for the tenant that owns it', () => {
    expect(refusalOf(() => decideStopSite(exampleSite(), { tenantId: 'another' }))?.code).toBe('SITE_NOT_FOUND');
    expect(refusalOf(() => decideStopSite(null, { tenantId: ids.tenant }))?.code).toBe('SITE_NOT_FOUND');
  });
});
