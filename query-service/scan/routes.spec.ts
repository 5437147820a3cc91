import { scanInfoAnswer } from '@perktree/contracts/scan/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { NOW, seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const rig = await startRig();
const secretive = { ...DEFAULT_SITE_CONFIGURATION, showBenefitBeforeRedeem: false };
await seed(
  rig.pool,
  'sites',
  {},
  { site_id: uuid('secretive'), name: 'Secret', configuration: JSON.stringify(secretive) },
);
await seed(
  rig.pool,
  'qrs',
  { total_redemptions: 9, period_redemptions: 2 },
  {
    qr_id: uuid('secret'),
    site_id: uuid('secretive'),
    customer_token: 'secret-customer',
    distributor_token: 'secret-distributor',
    period: 2,
    expires_at: NOW,
  },
);
await seed(
  rig.pool,
  'scans',
  { scan_id: uuid('1'), qr_id: uuid('secret'), customer_id: 'carla', period: 2, redeemed_at: NOW },
  { scan_id: uuid('2'), qr_id: uuid('secret'), customer_id: 'emil', period: 2 },
  { scan_id: uuid('3'), qr_id: uuid('secret'), customer_id: 'dora', period: 1, redeemed_at: NOW },
);
afterAll(() => rig.close());

const info = async (kind: string, token: string, as?: string) => {
  const answer = await rig.get(`/api/scan-info/${kind}/${token}`, as);
  return { status: answer.statusCode, ...scanInfoAnswer.parse(answer.json()) };
};

describe('scan info', () => {
  it('shows a customer the offer of this period, and not what distributors earn', async () => {
    expect(await info('customer', 'customer-token')).toEqual({
      ...{ status: 200, success: true, message: 'OK' },
      qr: {
        ...{ name: 'Spring sale', siteName: 'Café', currency: 'EUR', externalUrl: null, brand: null },
        ...{ type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null },
        ...{ benefitDisplay: '20% Discount', maxRedemptions: 3, totalRedemptions: 2, isMaxedOut: false },
        ...{ isExpired: false, isClaimed: false, isInactive: false, claimObstacle: null, commissionPercent: null },
        expiresAtUtc: '2026-03-11T12:00:00.000Z',
      },
    });
    expect((await info('distributor', 'distributor-token')).qr?.commissionPercent).toBe('10.00');
  });

  it('gives the reason why the caller cannot claim', async () => {
    const obstacle = async (as?: string) => (await info('distributor', 'distributor-token', as)).qr?.claimObstacle;
    expect([await obstacle(), await obstacle('dora'), await obstacle('owner')]).toEqual([null, null, 'own_site']);
  });

  it.each([
    ['customer', 'nonsense'],
    ['customer', 'distributor-token'],
    ['distributor', 'customer-token'],
  ])('answers 404 on the %s link for %s', async (kind, token) => {
    expect(await info(kind, token)).toEqual({
      status: 404,
      success: false,
      message: 'The QR code is unknown.',
      code: 'INVALID_TOKEN',
    });
  });

  it('withholds the benefit until redemption, if the site is configured so', async () => {
    const withheld = { type: null, discountPercent: null, benefitDisplay: 'Special Offer', isExpired: true };
    const shown = { type: 'DISCOUNT_PERCENT', discountPercent: 20 };
    expect((await info('customer', 'secret-customer')).qr).toMatchObject(withheld);
    expect((await info('customer', 'secret-customer', 'emil')).qr).toMatchObject(withheld);
    expect((await info('customer', 'secret-customer', 'carla')).qr).toMatchObject(shown);
    // Redeemed in an earlier period only.
    expect((await info('customer', 'secret-customer', 'dora')).qr).toMatchObject(withheld);
    expect((await info('distributor', 'secret-distributor')).qr).toMatchObject(withheld);
    expect((await info('distributor', 'secret-distributor', 'dora')).qr).toMatchObject(shown);
  });

  it('is read once between two changes of the read models, and never shown older than the position asked for', async () => {
    const query = vi.spyOn(rig.reading, 'query');
    const queriesOfARead = async () => {
      query.mockClear();
      await info('customer', 'secret-customer');
      return query.mock.calls.length;
    };
    // The first reads begin to listen.
    await expect.poll(queriesOfARead).toBe(0);
    for (const [position, scans] of [11, 12, 13].entries()) {
      // The change arrives as a notification, or is found by a waiting read before that.
      await rig.pool.query(
        `UPDATE read_models.qrs SET period_redemptions = ${scans} WHERE qr_id = '${uuid('secret')}';
         DELETE FROM read_models.projections;
         INSERT INTO read_models.projections VALUES ('qrs', 1, 'live', ${position + 1});
         SELECT pg_notify('projected', '${position + 1}')`,
      );
      const answer = await rig.get('/api/scan-info/customer/secret-customer', undefined, {
        'X-Min-Position': `${position + 1}`,
      });
      expect(answer.json().qr.totalRedemptions).toBe(scans);
    }
    query.mockRestore();
  });
});

it('GET /api/me/scans shows code and token while the scan is open, and withholds the benefit if the site is configured so', async () => {
  await seed(
    rig.pool,
    'scans',
    { scan_id: uuid('a'), customer_id: 'admin', scanned_at: '2026-03-03T10:00:00.000Z' },
    { scan_id: uuid('b'), customer_id: 'admin', scanned_at: '2026-03-02T10:00:00.000Z', expires_at: NOW },
    { scan_id: uuid('c'), customer_id: 'admin', site_id: uuid('secretive'), redeemed_at: NOW, scanned_at: NOW },
    { scan_id: uuid('d'), customer_id: 'admin', site_id: uuid('secretive'), scanned_at: '2026-03-01T10:00:00.000Z' },
  );
  const list = (await rig.get('/api/me/scans', 'admin')).json();
  expect(list).toMatchObject([
    { scanId: uuid('c'), isRedeemed: true, redeemedAt: NOW, type: 'DISCOUNT_PERCENT', redemptionCode: null },
    { scanId: uuid('a'), isRedeemed: false, redemptionCode: 'ABC-234', redemptionToken: 'redemption-token' },
    { scanId: uuid('b'), redemptionCode: null, redemptionToken: null },
    { scanId: uuid('d'), type: null, discountPercent: null, siteName: 'Secret' },
  ]);
});
