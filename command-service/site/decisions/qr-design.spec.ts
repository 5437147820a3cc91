import type { SiteEvent } from '@perktree/contracts/catalogue/events';
import { PLAIN_DESIGN } from '@perktree/contracts/qr/design';
import { describe, expect, it } from 'vitest';
import { deriveUuid } from '../../engine/command.ts';
import { exampleSite, ids, NOW } from '../../testing/example-site.ts';
import { given } from '../../testing/given.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { decideDesignQr } from './qr-design.ts';
import { type Site, siteFold } from './state.ts';

const site = exampleSite();
const tenantId = ids.tenant;
const rootQrId = deriveUuid('campaign');
const blue = { ...PLAIN_DESIGN, foreground: '#1a4d8f' };
const red = { ...PLAIN_DESIGN, foreground: '#8f1a1a' };
const after = (state: Site, ...events: readonly SiteEvent[]) => given(siteFold, events, NOW, state) as Site;
const design = (state: Site, root: string | null, wanted: typeof blue | null) =>
  decideDesignQr(state, { tenantId, rootQrId: root, design: wanted });

describe('the design of QR codes', () => {
  it('is set for a site', () => {
    expect(design(site, null, blue)).toEqual([
      { type: 'QrDesigned', data: { siteId: site.siteId, tenantId, rootQrId: null, design: blue } },
    ]);
  });

  it('is set for a campaign, apart from that of its site', () => {
    const both = after(site, ...design(site, null, blue), ...design(site, rootQrId, red));
    expect(both.qrDesigns).toEqual(
      new Map([
        [site.siteId, blue],
        [rootQrId, red],
      ]),
    );
  });

  it('is removed, and then nothing is left to remove', () => {
    const designed = after(site, ...design(site, rootQrId, red));
    const removed = after(designed, ...design(designed, rootQrId, null));
    expect(removed.qrDesigns.size).toBe(0);
    expect(design(removed, rootQrId, null)).toEqual([]);
  });

  it('appends nothing if it is the same', () => {
    expect(design(after(site, ...design(site, null, blue)), null, { ...blue })).toEqual([]);
  });

  it.each([
    ['with little contrast', { foreground: '#888888', background: '#ffffff' }, 'CONTRAST_TOO_LOW'],
    ['with light modules on dark ground', { foreground: '#ffffff', background: '#000000' }, 'NOT_DARKER'],
  ])('is refused %s, naming the field', (_, colors, code) => {
    const refusal = refusalOf(() => design(site, null, { ...PLAIN_DESIGN, ...colors }));
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(() => design(site, null, { ...PLAIN_DESIGN, ...colors })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: 'design.foreground', code })] }),
    );
  });

  it('is for the owner of the site alone', () => {
    const other = { tenantId: ids.otherTenant, rootQrId: null, design: blue };
    expect(refusalOf(() => decideDesignQr(site, other))?.code).toBe('SITE_NOT_FOUND');
  });
});
