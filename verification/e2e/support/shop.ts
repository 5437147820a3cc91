import { Person } from './person.ts';

/** A QR with its two links. */
export interface ShopQr {
  readonly id: string;
  readonly name: string;
  readonly customerUrl: string;
  readonly distributorUrl: string;
}

/** A business on Pro with people of every role, and a tree of four levels whose root a distributor has claimed. */
export interface Shop {
  readonly owner: Person;
  readonly staff: Person;
  readonly distributor: Person;
  readonly customer: Person;
  readonly siteId: string;
  readonly root: ShopQr;
  /** A separate, unclaimed root. */
  readonly free: ShopQr;
}

const SITE_NAME = 'Corner Café';
const NAMES = { root: 'Summer 20%!', child: 'Harbour', grandchild: 'Ferry', deepest: 'Pier', free: 'Winter' };

export const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** Upgrades the business of an owner by the built-in payment provider. */
export async function subscribe(owner: Person, plan: 'pro' | 'ultra'): Promise<void> {
  const { url } = await owner.post<{ url: string }>('/api/create-subscription', { priceId: `price_${plan}` });
  await owner.post(`/api/offline-checkout/${tokenOf(url)}/confirm`);
}

/** A QR of 20 % and 10 % commission, unless `body` says otherwise. */
export async function createQr(owner: Person, site: string, body: { readonly name: string } & object): Promise<ShopQr> {
  const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' };
  const { id } = await owner.post<{ id: string }>(`${site}/qrs`, { ...benefit, ...body });
  const links = await owner.get<Pick<ShopQr, 'customerUrl' | 'distributorUrl'>>(`${site}/qrs/${id}/qrcode`);
  return { id, name: body.name, ...links };
}

/** A business with one site and one QR, on the free plan unless another is named. */
export async function openOffer(
  origin: string,
  { plan, site = 'Harbour Bakery', qr = {} }: { plan?: 'pro' | 'ultra'; site?: string; qr?: object } = {},
): Promise<{ readonly owner: Person; readonly siteId: string; readonly qr: ShopQr }> {
  const owner = await Person.register(origin, 'owner', 'business');
  if (plan) await subscribe(owner, plan);
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: site, currency: 'EUR' });
  return { owner, siteId, qr: await createQr(owner, `/api/sites/${siteId}`, { name: 'Bread', ...qr }) };
}

export async function openShop(origin: string): Promise<Shop> {
  const [owner, staff, distributor, customer] = await Promise.all([
    Person.register(origin, 'Olivia', 'business', 'Owner'),
    Person.register(origin, 'Sam', 'customer'),
    Person.register(origin, 'Dana', 'distributor', 'Distributor'),
    Person.register(origin, 'Cleo', 'customer'),
  ]);
  await subscribe(owner, 'pro');
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: SITE_NAME, currency: 'EUR' });
  const site = `/api/sites/${siteId}`;
  const { invitationUrl } = await owner.post<{ invitationUrl: string }>(`${site}/staff-invitations`, {
    email: staff.email,
  });
  await staff.post(`/api/staff-invitations/${tokenOf(invitationUrl)}/accept`);
  await staff.post('/api/auth/active-role', { role: 'staff' });

  const split = async (qrId: string, name: string, commissionPercent: string): Promise<string> => {
    const body = { splits: [{ name, commissionPercent }] };
    const { qrs } = await owner.post<{ qrs: { id: string }[] }>(`${site}/qrs/${qrId}/split`, body);
    return qrs[0]?.id ?? '';
  };
  const root = await createQr(owner, site, { name: NAMES.root });
  const free = await createQr(owner, site, { name: NAMES.free });
  const child = await split(root.id, NAMES.child, '4.00');
  const grandchild = await split(child, NAMES.grandchild, '2.00');
  await split(grandchild, NAMES.deepest, '0.50');
  await distributor.post('/api/claim-qr', { token: tokenOf(root.distributorUrl) });
  return { owner, staff, distributor, customer, siteId, root, free };
}
