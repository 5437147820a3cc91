import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './testing/shop.ts';

/** Reads and navigations of docs/reference/http-api.md. */
let composed: ComposedApp;
let shop: Shop;
beforeAll(async () => {
  composed = await startComposedApp();
  shop = await openShop(composed.app, 'price_pro');
  await shop.customer.must('POST', '/api/scan', { token: shop.root.customerToken });
  await shop.customer.must('POST', '/api/redeem', { token: shop.root.customerToken });
});
afterAll(() => composed.close());

describe('the calls that read', () => {
  it('GET /api/auth/user: "failure means signed out"', async () => {
    expect((await shop.signedOut.send('GET', '/api/auth/user')).status).toBe(401);
    expect((await shop.signedOut.send('GET', '/api/auth/user-role')).status).toBe(401);
  });

  it.each(['customer', 'distributor'])(
    'GET /api/scan-info/%s/{token}: QR scan info, and changes nothing',
    async (kind) => {
      const token = kind === 'customer' ? shop.root.customerToken : shop.root.distributorToken;
      const path = `/api/scan-info/${kind}/${token}`;
      const { body } = await shop.signedOut.send('GET', path);
      expect(body).toMatchObject({ success: true, message: expect.any(String) });
      for (let n = 0; n < 3; n += 1) expect((await shop.signedOut.send('GET', path)).body).toEqual(body);
    },
  );

  it.each(['customer', 'distributor'])(
    'GET /api/scan-info/%s/{token}: 404 with success false for an unknown one',
    async (kind) => {
      const other = kind === 'customer' ? shop.root.distributorToken : shop.root.customerToken;
      const answers = [];
      for (const token of ['unknown', other])
        answers.push(await shop.signedOut.send('GET', `/api/scan-info/${kind}/${token}`));
      for (const { status, body } of answers) expect([status, body]).toEqual([404, answers[0]?.body]);
      expect(answers[0]?.body).toMatchObject({ success: false, code: 'INVALID_TOKEN' });
    },
  );
});

describe('"Browser navigations: login goes to /api/login … Logout is a navigation to /api/logout"', () => {
  it.each([
    ['', '/login'],
    ['?intent=distributor', '/login?intent=distributor'],
    [
      '?intent=business&returnTo=%2Fscan%2Fdistributor%2Fabc',
      '/login?intent=business&returnTo=%2Fscan%2Fdistributor%2Fabc',
    ],
    ['?intent=distributor&signUp=true', '/register?intent=distributor'],
    ['?intent=admin&returnTo=%2F%2Fevil.example', '/login'],
    ['?returnTo=https%3A%2F%2Fevil.example', '/login'],
  ])('/api/login%s: 302 to %s', async (query, location) => {
    const sent = await shop.signedOut.send('GET', `/api/login${query}`);
    expect([sent.status, sent.headers.location]).toEqual([302, location]);
  });

  it('/api/logout: signed out, 302 to /', async () => {
    const guest = await shop.person('leaving', 'customer');
    const kept = new Map(guest.cookies);
    const sent = await guest.send('POST', '/api/logout');
    expect([sent.status, sent.headers.location]).toEqual([302, '/']);
    for (const [name, value] of kept) guest.cookies.set(name, value);
    expect((await guest.send('GET', '/api/auth/user')).status).toBe(401);
  });
});
