import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@perktree/apps/standalone/demo/demo-business';
import { Person } from './person.ts';

/** Ids and tokens for the addresses of the demo business's pages. */
export interface Business {
  readonly siteId: string;
  /** Reversed in part, and disputed. */
  readonly redemptionId: string;
  /** Open and unclaimed. */
  readonly offer: Links;
  /** At its redemption limit. */
  readonly full: Links;
  /** Expired, once `expiresAt` (milliseconds) has passed. */
  readonly expired: Links & { readonly expiresAt: number };
  readonly invitation: string;
  readonly checkout: string;
}

/** The tokens of a QR. */
export interface Links {
  readonly customer: string;
  readonly distributor: string;
}

export interface Account {
  readonly email: string;
  readonly password: string;
}

const lastPart = (url: string) => url.split('/').at(-1) as string;

export function demoAccount(name: string): Account {
  const account = DEMO_ACCOUNTS.find(({ email }) => email.startsWith(`${name}@`));
  if (!account) throw new Error(`the demo has no ${name}`);
  return { email: account.email, password: DEMO_PASSWORD };
}

/** Adds payouts, a reversal, flags and QRs in every state to the demo business, so that screens show them. */
export async function furnish(origin: string): Promise<Business> {
  const owner = await Person.signIn(origin, demoAccount('owner'));
  const [site] = await owner.get<[{ id: string }]>('/api/me/sites');
  const at = `/api/sites/${site.id}`;
  await configure(owner, at, { minimumPayout: '1.00', maxRedemptionsPerCustomer: 10 });

  const qr = async (name: string, maxRedemptions: number) => {
    const made = await owner.post<{ id: string; expiresAtUtc: string }>(`${at}/qrs`, {
      name,
      type: 'DISCOUNT_FIXED',
      discountFixedAmount: 5,
      commissionPercent: '10.00',
      maxRedemptions,
      externalUrl: 'https://example.test/menu',
    });
    const links = await owner.get<{ customerUrl: string; distributorUrl: string }>(`${at}/qrs/${made.id}/qrcode`);
    return {
      customer: lastPart(links.customerUrl),
      distributor: lastPart(links.distributorUrl),
      expiresAt: Date.parse(made.expiresAtUtc),
    };
  };
  const offer = await qr('Autumn Vouchers', 10);
  const full = await qr('One Free Coffee', 3);
  await redeemFromOneDevice(origin, full.customer);
  await configure(owner, at, { qrMinutesLife: 1 });
  const expired = await qr('Yesterday’s Bread', 10);
  await configure(owner, at, { qrMinutesLife: 60 * 24 * 60 });

  const redemptions = await owner.get<{ id: string; confirmedVia: string; saleAmount: string }[]>(`${at}/redemptions`);
  // Only a redemption confirmed by staff can be reversed in part.
  const newest = redemptions.find(({ confirmedVia, saleAmount }) => confirmedVia !== 'self' && Number(saleAmount) > 10);
  if (!newest) throw new Error('the demo has no redemption at the counter');
  await owner.post(`/api/redemptions/${newest.id}/reverse`, { reason: 'Paid back at the counter', amount: '10.00' });
  await owner.post(`/api/redemptions/${newest.id}/dispute`, {
    action: 'open',
    text: 'Says that the till took 20.00 and not 30.00.\nHas kept the receipt.',
  });
  const { payouts } = await owner.post<{ payouts: [{ id: string }] }>(`${at}/payouts`);
  await owner.post(`/api/payouts/${payouts[0].id}/mark-paid`, { reference: 'Transfer 1' });

  const invitation = await owner.post<{ invitationUrl: string }>(`${at}/staff-invitations`, {
    email: 'new-member@example.test',
  });
  const checkout = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_ultra' });
  await owner.post('/api/sites', { name: 'Winter Fair', currency: 'USD' });
  return {
    siteId: site.id,
    redemptionId: newest.id,
    offer,
    full,
    expired,
    invitation: lastPart(invitation.invitationUrl),
    checkout: lastPart(checkout.url),
  };
}

async function configure(owner: Person, at: string, change: Record<string, unknown>): Promise<void> {
  const before = await owner.get<Record<string, unknown>>(`${at}/config`);
  await owner.put(`${at}/config`, { ...before, ...change });
}

/** Three accounts redeem with the cookies of one browser, which raises a flag. */
async function redeemFromOneDevice(origin: string, token: string): Promise<void> {
  const device = new Person(origin, 'device');
  for (const firstName of ['first', 'second', 'third']) {
    const email = `${firstName}-${Date.now()}@example.test`;
    await device.post('/api/auth/register', { email, password: DEMO_PASSWORD, firstName });
    await device.post('/api/scan', { token });
    await device.post('/api/redeem', { token });
  }
}
