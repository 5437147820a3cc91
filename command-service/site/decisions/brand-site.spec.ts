import type { SiteEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { exampleSite, ids, NOW } from '../../testing/example-site.ts';
import { given } from '../../testing/given.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { type BrandSite, decideBrandSite } from './brand-site.ts';
import { type Site, siteFold } from './state.ts';

const LOGO = 'a'.repeat(64);
const brand = (edit: BrandSite['edit'] = {}, more: Partial<BrandSite> = {}): BrandSite => ({
  ...{ tenantId: ids.tenant, ownsLogo: true },
  edit: { name: 'Luna', logo: LOGO, colour: '#1d6b57', whiteLabel: false, ...edit },
  ...more,
});
const after = (events: readonly SiteEvent[], site: Site = exampleSite()) => given(siteFold, events, NOW, site) as Site;

describe('the brand of a site', () => {
  it('is stored as the owner chose it, and the site has it from then on', () => {
    const events = decideBrandSite(exampleSite(), brand());
    const saved = { name: 'Luna', logo: LOGO, whiteLabel: false };
    expect(events).toMatchObject([{ type: 'SiteBranded', data: { siteId: exampleSite().siteId, brand: saved } }]);
    expect(exampleSite().brand).toBeNull();
    expect(after(events).brand).toMatchObject(saved);
  });

  it('has the colour that was chosen, and readable ones for both themes', () => {
    const [event] = decideBrandSite(exampleSite(), brand({ colour: '#ffcc00' }));
    expect(event?.data).toMatchObject({ brand: { colour: { chosen: '#ffcc00', light: '#856a00', dark: '#ffcc00' } } });
  });

  it('that is saved again appends nothing', () => {
    const site = after(decideBrandSite(exampleSite(), brand()));
    expect(decideBrandSite(site, brand())).toEqual([]);
    expect(decideBrandSite(site, brand({ name: 'Sol' }))).toHaveLength(1);
    const none = brand({ name: null, logo: null, colour: null });
    expect(decideBrandSite(exampleSite(), none)).toEqual([]);
    expect(decideBrandSite(site, none)).toHaveLength(1);
  });

  it('has the links to the legal pages of the site', () => {
    const privacy = 'https://luna.example/privacy';
    const site = after(decideBrandSite(exampleSite(), brand({ privacy })));
    expect(site.brand).toMatchObject({ name: 'Luna', privacy, terms: null, imprint: null });
    expect(decideBrandSite(site, brand({ privacy }))).toEqual([]);
    const stale = { privacy: null, seen: { privacy: null } };
    expect(refusalOf(() => decideBrandSite(site, brand(stale)))?.code).toBe('EDITED_MEANWHILE');
  });

  it('takes pictures of its own business alone; a logo that it has may have been deleted', () => {
    expect(() => decideBrandSite(exampleSite(), brand({}, { ownsLogo: false }))).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        issues: [expect.objectContaining({ path: 'logo', code: 'UNKNOWN_PICTURE' })],
      }),
    );
    const site = after(decideBrandSite(exampleSite(), brand()));
    expect(decideBrandSite(site, brand({ name: 'Sol' }, { ownsLogo: false }))).toHaveLength(1);
  });

  it('is saved by its own business alone', () => {
    const foreign = brand({}, { tenantId: ids.otherTenant });
    expect(refusalOf(() => decideBrandSite(exampleSite(), foreign))?.code).toBe('SITE_NOT_FOUND');
    expect(refusalOf(() => decideBrandSite(null, brand()))?.code).toBe('SITE_NOT_FOUND');
  });
});
