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
export const NAMES = { root: 'Summer 20%!', child: 'Harbour', grandchild: 'Ferry', deepest: 'Pier', free: 'Winter' };

export const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

export async function openShop(origin: string): Promise<Shop> {
  const [owner, staff, distributor, customer] = await Promise.all([
    Person.register(origin, 'Olivia', 'business', 'Owner'),
    Person.register(origin, 'Sam', 'customer'),
    Person.register(origin, 'Dana', 'distributor', 'Distributor'),
    Person.register(origin, 'Cleo', 'customer'),
  ]);
  const checkout = await owner.post<{ url: string }>('/api/create-subscription', { priceId: 'price_pro' });
  await owner.post(`/api/offline-checkout/${tokenOf(checkout.url)}/confirm`);
  const { id: siteId } = await owner.post<{ id: string }>('/api/sites', { name: SITE_NAME, currency: 'EUR' });
  const site = `/api/sites/${siteId}`;
  const { invitationUrl } = await owner.post<{ invitationUrl: string }>(`${site}/staff-invitations`, {
    email: staff.email,
  });
  await staff.post(`/api/staff-invitations/${tokenOf(invitationUrl)}/accept`);
  await staff.post('/api/auth/active-role', { role: 'staff' });

  const make = async (name: string): Promise<ShopQr> => {
    const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' };
    const { id } = await owner.post<{ id: string }>(`${site}/qrs`, { name, ...benefit });
    return {
      id,
      name,
      ...(await owner.get<Pick<ShopQr, 'customerUrl' | 'distributorUrl'>>(`${site}/qrs/${id}/qrcode`)),
    };
  };
  const split = async (qrId: string, name: string, commissionPercent: string): Promise<string> => {
    const body = { splits: [{ name, commissionPercent }] };
    const { qrs } = await owner.post<{ qrs: { id: string }[] }>(`${site}/qrs/${qrId}/split`, body);
    return qrs[0]?.id ?? '';
  };
  const root = await make(NAMES.root);
  const free = await make(NAMES.free);
  const child = await split(root.id, NAMES.child, '4.00');
  const grandchild = await split(child, NAMES.grandchild, '2.00');
  await split(grandchild, NAMES.deepest, '0.50');
  await distributor.post('/api/claim-qr', { token: tokenOf(root.distributorUrl) });
  return { owner, staff, distributor, customer, siteId, root, free };
}
