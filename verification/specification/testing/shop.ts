import type { FastifyInstance } from 'fastify';
import { Client, type Intent } from './client.ts';

type PriceId = 'price_pro' | 'price_ultra';

/** A business on a plan, with people of every role and a claimed QR. */
export interface Shop {
  readonly app: FastifyInstance;
  readonly owner: Client;
  readonly staff: Client;
  readonly distributor: Client;
  readonly customer: Client;
  readonly signedOut: Client;
  readonly siteId: string;
  /** Path of the site's calls. */
  readonly site: string;
  /** Root at 10 percent, claimed by the distributor, unlimited. */
  readonly root: Made;
  person(role: string, intent: Intent): Promise<Client>;
  /** Creates a root QR with a benefit of 20 percent. */
  make(fields?: object): Promise<Made>;
  /** Changes some fields of the site's configuration. */
  configure(fields: object): Promise<void>;
}

export interface Made {
  readonly id: string;
  readonly customerToken: string;
  readonly distributorToken: string;
}

export const BENEFIT = { type: 'DISCOUNT_PERCENT', discountPercent: 20 } as const;
let number = 0;

/** @param priceId null: stays on the Free plan */
export async function openShop(app: FastifyInstance, priceId: PriceId | null): Promise<Shop> {
  number += 1;
  const suffix = number;
  const person = (role: string, intent: Intent) => new Client(app, `${role}-${suffix}`).register(intent);
  const owner = await person('owner', 'business');
  if (priceId !== null) await subscribe(owner, priceId);
  const { id: siteId } = await owner.must('POST', '/api/sites', { name: `Shop ${suffix}`, currency: 'EUR' });
  const site = `/api/sites/${siteId}`;
  const staff = await person('staff', 'customer');
  const { invitationUrl } = await owner.must('POST', `${site}/staff-invitations`, { email: staff.email });
  await staff.must('GET', `/api/staff-invitations/${lastPart(invitationUrl)}`);
  await staff.must('POST', `/api/staff-invitations/${lastPart(invitationUrl)}/accept`);

  const make = async (fields: object = {}): Promise<Made> => {
    const { id } = await owner.must('POST', `${site}/qrs`, { name: 'Made', ...BENEFIT, ...fields });
    return { id, ...(await tokensOf(owner, site, id)) };
  };
  const root = await make({ name: 'Root', commissionPercent: '10.00' });
  const distributor = await person('distributor', 'distributor');
  await distributor.must('POST', '/api/claim-qr', { token: root.distributorToken });
  const customer = await person('customer', 'customer');
  return {
    ...{
      app,
      owner,
      staff,
      distributor,
      customer,
      signedOut: new Client(app, 'signedOut'),
      siteId,
      site,
      root,
      person,
      make,
    },
    configure: async (fields) => {
      const before = await owner.must('GET', `${site}/config`);
      await owner.must('PUT', `${site}/config`, { ...before, ...fields });
    },
  };
}

export async function subscribe(owner: Client, priceId: PriceId): Promise<void> {
  const { url } = await owner.must('POST', '/api/create-subscription', { priceId });
  await owner.must('POST', `/api/offline-checkout/${lastPart(url)}/confirm`);
}

export async function tokensOf(owner: Client, site: string, qrId: string): Promise<Omit<Made, 'id'>> {
  const { customerUrl, distributorUrl } = await owner.must('GET', `${site}/qrs/${qrId}/qrcode`);
  return { customerToken: lastPart(customerUrl), distributorToken: lastPart(distributorUrl) };
}

export function lastPart(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
