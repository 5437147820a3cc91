import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BENEFIT, openShop, type Shop } from './testing/shop.ts';

/** What each role may do with what it owns. Calls by roles are in authorization.spec.ts. */
let composed: ComposedApp;
let shop: Shop;
beforeAll(async () => {
  composed = await startComposedApp();
  shop = await openShop(composed.app, 'price_ultra');
});
afterAll(() => composed.close());

const newQr = { name: 'New', ...BENEFIT };
const splits = { splits: [{ name: 'Child', commissionPercent: '0.50' }] };

describe('"Anyone can scan a QR and view scan pages"', () => {
  it('signed out and as every role', async () => {
    for (const name of ['signedOut', 'customer', 'distributor', 'staff', 'owner'] as const) {
      const { customerToken, distributorToken } = shop.root;
      for (const token of [customerToken, distributorToken]) {
        expect((await shop[name].send('POST', '/api/scan', { token })).body).toMatchObject({ success: true });
      }
      for (const path of [`customer/${customerToken}`, `distributor/${distributorToken}`]) {
        expect((await shop[name].send('GET', `/api/scan-info/${path}`)).body).toMatchObject({ success: true });
      }
    }
  });
});

describe('"own claimed QRs only"', () => {
  it('it edits name and externalUrl of them, and nothing else (domain 7)', async () => {
    const edit = (fields: object) =>
      shop.distributor.send('PUT', `${shop.site}/qrs/${shop.root.id}`, { name: 'Mine', ...fields });
    expect((await edit({ externalUrl: 'https://mine.example' })).body.externalUrl).toBe('https://mine.example');
    for (const fields of [{ commissionPercent: '50.00' }, { discountPercent: 90 }, { maxRedemptions: 1 }]) {
      expect(await edit(fields)).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
    }
  });
});

describe('"split only where canSplit is true"', () => {
  it('false: 403, in its own words', async () => {
    await shop.configure({ distributorCanGenerateChildQrs: false });
    const own = `/api/distributors/me/qrs/${shop.root.id}`;
    expect((await shop.distributor.send('GET', `${own}/site-config`)).body.canSplit).toBe(false);
    expect(await shop.distributor.send('POST', `${own}/split`, splits)).toMatchObject({
      status: 403,
      body: { code: 'SPLITTING_NOT_ALLOWED' },
    });
    expect((await shop.owner.send('POST', `${shop.site}/qrs/${shop.root.id}/split`, splits)).status).toBe(201);
    await shop.configure({ distributorCanGenerateChildQrs: true });
    expect((await shop.distributor.send('GET', `${own}/site-config`)).body.canSplit).toBe(true);
  });
});

describe('"The Sibling action is for site owner and super admin only": owners alone; distributors where the site lets them (domain 7)', () => {
  it('distributorCanGenerateTopLevelQrs false: 403', async () => {
    await shop.configure({ distributorCanGenerateTopLevelQrs: false });
    const sent = await shop.distributor.send('POST', `${shop.site}/qrs`, newQr);
    expect(sent).toMatchObject({ status: 403, body: { code: 'TOP_LEVEL_NOT_ALLOWED' } });
    await shop.configure({ distributorCanGenerateTopLevelQrs: true });
  });

  it('a superadmin sets no terms of a business, other than the specification has it (decision 5)', async () => {
    const superadmin = await shop.person('superadmin', 'customer');
    await composed.identity.grantSuperadmin(superadmin.email);
    const beside = { ...newQr, parentQrId: shop.root.id, commissionPercent: '0.50' };
    const root = `${shop.site}/qrs/${shop.root.id}`;
    const splits = { splits: [{ name: 'Child', commissionPercent: '0.50' }] };
    for (const [method, path, body] of [
      ['POST', `${shop.site}/qrs`, beside],
      ['POST', `${shop.site}/qrs`, newQr],
      ['POST', `${root}/split`, splits],
      ['PUT', root, { commissionPercent: '2.00' }],
      ['POST', `${root}/approve`, undefined],
      ['POST', `${root}/reissue`, undefined],
      ['PUT', `${shop.site}/config`, { commissionHoldDays: 1, minimumPayout: '1.00' }],
    ] as const) {
      const sent = await superadmin.send(method, path, body);
      expect(sent, path).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
    }
  });
});

describe('"Redeeming and claiming require sign-in; claiming requires a distributor account"', () => {
  it('a distributor may redeem as a customer does (domain 2)', async () => {
    const { customerToken: token } = await shop.make();
    await shop.distributor.must('POST', '/api/scan', { token });
    expect((await shop.distributor.send('POST', '/api/redeem', { token })).body).toMatchObject({ success: true });
  });

  it('staff and owner of a site cannot claim its QRs, distributors though they be (domain 8)', async () => {
    const { distributorToken: token } = await shop.make();
    for (const client of [shop.owner, shop.staff]) {
      expect(await client.send('POST', '/api/claim-qr', { token })).toMatchObject({ status: 403 });
    }
  });
});
