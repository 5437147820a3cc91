import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debianPostgres } from './support/debian-postgres.ts';
import { Person } from './support/person.ts';
import { operate, type Product } from './support/product.ts';
import { type RunningSetUp, SET_UPS } from './support/set-ups.ts';

interface Qr {
  readonly id: string;
}
interface Entry {
  readonly redemptionId: string;
  readonly commissionAmount: string;
  readonly qrId: string;
  readonly state: string;
}
interface Links {
  readonly customerUrl: string;
  readonly distributorUrl: string;
}

const cents = (entries: readonly Entry[]) =>
  entries.reduce((sum, e) => sum + Math.round(Number(e.commissionAmount) * 100), 0);

/** The whole campaign by API calls alone. services-apart.spec.ts clicks through it on separate services. */
const NAMES = ['embedded', 'a Postgres server', 'the oldest supported Postgres'] as const;
/** The third set-up is skipped without Debian's package (apt-get install postgresql). */
const isThere = (name: (typeof NAMES)[number]) => name !== 'the oldest supported Postgres' || debianPostgres !== null;

describe.each(NAMES)('the main job over HTTP: %s', (name) => {
  let product: Product;
  let setUp: RunningSetUp;
  beforeAll(async () => {
    if (!isThere(name)) return;
    setUp = await SET_UPS[name]();
    product = setUp.product;
  });
  afterAll(() => setUp?.stop());

  it.runIf(isThere(name))('runs a campaign end to end, and the ledger is right to the cent', async () => {
    const token = (url: string) => url.split('/').at(-1) as string;
    const owner = await Person.register(product.url, 'owner', 'business');
    // Splits of splits and typed codes need Pro.
    const checkout = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_pro' });
    await owner.post(`/api/offline-checkout/${token(checkout.url)}/confirm`);
    expect(await owner.get('/api/auth/user')).toMatchObject({ subscriptionPlan: 'pro' });
    const site = await owner.post<{ id: string }>('/api/sites', { name: 'Bakery', currency: 'EUR' });
    const qrs = `/api/sites/${site.id}/qrs`;
    const root = await owner.post<Qr>(qrs, {
      name: 'Bread',
      type: 'DISCOUNT_PERCENT',
      discountPercent: 20,
      commissionPercent: '10.00',
      maxRedemptions: 10,
    });
    const split = async (parent: Qr, name: string, commissionPercent: string) => {
      const answer = await owner.post<{ qrs: Qr[] }>(`${qrs}/${parent.id}/split`, {
        splits: [{ name, commissionPercent }],
      });
      return answer.qrs[0] as Qr;
    };
    const child = await split(root, 'Child', '4.00');
    const grandchild = await split(child, 'Grandchild', '1.00');

    const links = (qr: Qr) => owner.get<Links>(`${qrs}/${qr.id}/qrcode`);

    const distributors: Person[] = [];
    for (const qr of [root, child, grandchild]) {
      const distributor = await Person.register(product.url, 'distributor', 'distributor');
      await distributor.post('/api/claim-qr', { token: token((await links(qr)).distributorUrl) });
      distributors.push(distributor);
    }

    const staff = await Person.register(product.url, 'staff', 'customer');
    const invitation = await owner.post<{ invitationUrl: string }>(`/api/sites/${site.id}/staff-invitations`, {
      email: staff.email,
    });
    await staff.post(`/api/staff-invitations/${token(invitation.invitationUrl)}/accept`);

    const customerToken = token((await links(grandchild)).customerUrl);
    const alone = await Person.register(product.url, 'customer', 'customer');
    await alone.post('/api/scan', { token: customerToken });
    const redeemed = await alone.post<{ success: boolean; redemptionId: string }>('/api/redeem', {
      token: customerToken,
    });
    expect(redeemed).toMatchObject({ success: true });

    const atCounter = await Person.register(product.url, 'customer', 'customer');
    const scan = await atCounter.post<{ redemptionCode: string }>('/api/scan', { token: customerToken });
    const confirmed = await staff.post<{ success: boolean; redemption: { id: string; saleAmount: string } }>(
      '/api/staff/redeem',
      { redemptionCode: scan.redemptionCode.toLowerCase().replace('-', ''), saleAmount: '33.33' },
    );
    expect(confirmed).toMatchObject({ success: true, redemption: { saleAmount: '33.33', benefit: '20% Discount' } });

    const head = Math.max(alone.lastPosition(), staff.lastPosition());
    const ledgers = await Promise.all(
      distributors.map(
        async (d) =>
          (await d.send<Entry[]>('GET', '/api/distributors/me/ledger', undefined, { 'x-min-position': String(head) }))
            .body,
      ),
    );
    const of = (redemptionId: string) =>
      ledgers.map((ledger) => ledger.filter((entry) => entry.redemptionId === redemptionId));

    expect(of(redeemed.redemptionId).map((entries) => entries.map((e) => e.commissionAmount))).toEqual([
      ['6.00'],
      ['3.00'],
      ['1.00'],
    ]);
    expect(cents(of(confirmed.redemption.id).flat())).toBe(333);
    const states = (redemptionId: string) =>
      new Set(of(redemptionId).flatMap((entries) => entries.map((e) => e.state)));
    // On a new site, redemptions by customers wait until staff confirm them.
    expect(states(redeemed.redemptionId)).toEqual(new Set(['awaiting_confirmation']));
    expect(states(confirmed.redemption.id)).toEqual(new Set(['pending']));

    const owed = await owner.send<Entry[]>('GET', '/api/distributors/me/ledger', undefined, {
      'x-min-position': String(head),
    });
    expect(cents(owed.body)).toBe(1333);
    const myScans = await alone.get<{ isRedeemed: boolean }[]>('/api/me/scans');
    expect(myScans).toMatchObject([{ isRedeemed: true }]);
  });

  it.runIf(isThere(name))('has read models that are those of a replay of everything', async () => {
    const { databaseUrl } = await setUp.engines();
    const verified = await operate(['verify'], { DATABASE_URL: databaseUrl, DATA_DIR: product.dataDir });
    expect(verified.exitCode, verified.output).toBe(0);
  });
});
