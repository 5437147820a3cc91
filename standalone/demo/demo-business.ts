import type { FastifyInstance } from 'fastify';
import { Person } from './person.ts';

/** The password of all demo accounts. The demo is only made on an address that nobody else reaches. */
export const DEMO_PASSWORD = 'look-around-freely';

const address = (name: string) => `${name}@demo.perktree.test`;

/** One account for each role, as `--demo` prints them and the README lists them. */
export const DEMO_ACCOUNTS = [
  { role: 'site owner', email: address('owner'), seesFirst: 'Dashboard, Sites, QR Management, Payouts' },
  { role: 'staff', email: address('staff'), seesFirst: 'Staff Validation' },
  { role: 'distributor', email: address('distributor'), seesFirst: 'My QR Codes, Payouts & Commission' },
  { role: 'distributor', email: address('partner'), seesFirst: 'a split under the other distributor' },
  { role: 'customer', email: address('customer'), seesFirst: 'Scanner, My Scans' },
  { role: 'superadmin', email: address('superadmin'), seesFirst: 'everything that owners may read' },
] as const;

interface Qr {
  readonly id: string;
}
interface Links {
  readonly customerUrl: string;
  readonly distributorUrl: string;
}

/**
 * Fills an empty store with a small living business: a site with a tree of three levels, two distributors, staff, and
 * customers who redeemed at the counter and by themselves. It makes the calls that a browser would make, so that the demo
 * holds only what the product can really do.
 */
export async function fillDemoBusiness(
  app: FastifyInstance,
  grantSuperadmin: (email: string) => Promise<void>,
): Promise<void> {
  const person = async (name: string, firstName: string, intent: string) => {
    const someone = new Person(app, address(name));
    await someone.call('POST', '/api/auth/register', {
      email: someone.email,
      password: DEMO_PASSWORD,
      firstName,
      lastName: 'Demo',
      intent,
    });
    return someone;
  };

  const token = (url: string) => url.split('/').at(-1);
  const owner = await person('owner', 'Owner', 'business');
  // Splits of splits and typed codes need Pro.
  const checkout = await owner.call<{ url: string }>('POST', '/api/create-subscription', { priceId: 'price_pro' });
  await owner.call('POST', `/api/offline-checkout/${token(checkout.url)}/confirm`);
  const site = await owner.call<{ id: string }>('POST', '/api/sites', { name: 'Corner Café', currency: 'EUR' });
  const config = await owner.call<Record<string, unknown>>('GET', `/api/sites/${site.id}/config`);
  await owner.call('PUT', `/api/sites/${site.id}/config`, {
    ...config,
    // A demo that has expired by tomorrow would show nothing.
    qrMinutesLife: 60 * 24 * 60,
    maxRedemptions: 50,
    maxRedemptionsPerCustomer: 3,
    commissionHoldDays: 0,
  });

  const qrs = `/api/sites/${site.id}/qrs`;
  const summer = await owner.call<Qr>('POST', qrs, {
    name: 'Summer Campaign',
    type: 'DISCOUNT_PERCENT',
    discountPercent: 20,
    commissionPercent: '10.00',
    maxRedemptions: 100,
  });
  const { qrs: children } = await owner.call<{ qrs: Qr[] }>('POST', `${qrs}/${summer.id}/split`, {
    splits: [
      { name: 'Harbour Flyers', commissionPercent: '4.00' },
      { name: 'University Posters', commissionPercent: '3.00' },
    ],
  });
  const [harbour, university] = children as [Qr, Qr];
  const { qrs: grandchildren } = await owner.call<{ qrs: Qr[] }>('POST', `${qrs}/${harbour.id}/split`, {
    splits: [{ name: 'Ferry Terminal', commissionPercent: '1.00' }],
  });
  const [ferry] = grandchildren as [Qr];

  const links = (qr: Qr) => owner.call<Links>('GET', `${qrs}/${qr.id}/qrcode`);
  const claim = async (who: Person, qr: Qr) =>
    who.call('POST', '/api/claim-qr', { token: token((await links(qr)).distributorUrl) });

  const distributor = await person('distributor', 'Distributor', 'distributor');
  await claim(distributor, summer);
  await claim(distributor, university);
  const partner = await person('partner', 'Partner', 'distributor');
  await claim(partner, harbour);
  await claim(partner, ferry);

  const staff = await person('staff', 'Staff', 'customer');
  const invitation = await owner.call<{ invitationUrl: string }>('POST', `/api/sites/${site.id}/staff-invitations`, {
    email: staff.email,
  });
  await staff.call('POST', `/api/staff-invitations/${token(invitation.invitationUrl)}/accept`);

  const scan = async (who: Person, qr: Qr) =>
    who.call<{ redemptionCode: string }>('POST', '/api/scan', { token: token((await links(qr)).customerUrl) });
  const customer = await person('customer', 'Customer', 'customer');
  const redeemAtCounter = async (who: Person, qr: Qr, saleAmount: string) => {
    const { redemptionCode } = await scan(who, qr);
    await staff.call('POST', '/api/staff/redeem', { redemptionCode, saleAmount });
  };
  await redeemAtCounter(customer, ferry, '100.00');
  await redeemAtCounter(customer, harbour, '33.33');
  await scan(customer, summer);
  const guests: [string, Qr, string][] = [
    ['guest-1', ferry, '48.20'],
    ['guest-2', harbour, '12.90'],
    ['guest-3', university, '75.00'],
    ['guest-4', summer, '20.00'],
  ];
  for (const [name, qr, saleAmount] of guests) {
    await redeemAtCounter(await person(name, 'Guest', 'customer'), qr, saleAmount);
  }

  await person('superadmin', 'Superadmin', 'customer');
  await grantSuperadmin(address('superadmin'));
}
