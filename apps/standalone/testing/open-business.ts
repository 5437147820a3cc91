import type { FastifyInstance } from 'fastify';
import { type Intent, Visitor } from './visitor.ts';

/** A business with people of every role, a claimed QR, and one redemption of it. */
export interface OpenBusiness {
  readonly owner: Visitor;
  readonly staff: Visitor;
  /** A second member of the staff. */
  readonly spareStaff: Visitor;
  readonly distributor: Visitor;
  /** Has redeemed once. */
  readonly customer: Visitor;
  readonly siteId: string;
  /** Path of the site's calls. */
  readonly site: string;
  readonly qrId: string;
  readonly unclaimedQrId: string;
  readonly customerToken: string;
  readonly distributorToken: string;
  readonly redemptionId: string;
  /** Creates a root QR with a benefit of 20 percent. */
  make(fields?: object): Promise<MadeQr>;
}

export interface MadeQr {
  readonly id: string;
  readonly customerToken: string;
  readonly distributorToken: string;
}

type PaidPlan = 'pro' | 'ultra';

export const BENEFIT = { type: 'DISCOUNT_PERCENT', discountPercent: 20 } as const;

/**
 * @param name stands in all names and addresses
 * @param plan null: stays on the Free plan
 */
export async function openBusiness(
  app: FastifyInstance,
  name: string,
  plan: PaidPlan | null = null,
): Promise<OpenBusiness> {
  const register = (role: string, intent: Intent) => new Visitor(app, `${role}-${name}`).register(intent);
  const owner = await register('owner', 'business');
  const staff = await register('staff', 'customer');
  const spareStaff = await register('spare', 'customer');
  const distributor = await register('distributor', 'distributor');
  const customer = await register('guest', 'customer');
  if (plan !== null) await subscribe(owner, plan);

  const { id: siteId } = await owner.must('POST', '/api/sites', { name: `Café ${name}`, currency: 'EUR' });
  const site = `/api/sites/${siteId}`;
  const configuration = await owner.must('GET', `${site}/config`);
  // Earnings can be paid at once, without a minimum.
  const earning = { selfRedemption: 'on', maxRedemptionsPerCustomer: 5 };
  const money = { commissionHoldDays: 0, minimumPayout: '0.01', ...earning };
  await owner.must('PUT', `${site}/config`, { ...configuration, ...money });
  for (const someone of [staff, spareStaff]) {
    const { invitationUrl } = await owner.must('POST', `${site}/staff-invitations`, { email: someone.email });
    await someone.must('POST', `/api/staff-invitations/${lastPart(invitationUrl)}/accept`);
  }
  const make = async (fields: object = {}): Promise<MadeQr> => {
    const qr = { name: 'Made', ...BENEFIT, maxRedemptions: 50, ...fields };
    const { id } = await owner.must('POST', `${site}/qrs`, qr);
    return { id, ...(await tokensOf(owner, site, id)) };
  };
  const { id: qrId, customerToken, distributorToken } = await make({ name: 'Claimed' });
  const { id: unclaimedQrId } = await make({ name: 'Unclaimed' });
  await distributor.must('POST', '/api/claim-qr', { token: distributorToken });
  await customer.must('POST', '/api/scan', { token: customerToken });
  const { redemptionId } = await customer.must('POST', '/api/redeem', { token: customerToken });
  return {
    ...{ owner, staff, spareStaff, distributor, customer, site, make },
    ...{ siteId, qrId, unclaimedQrId, customerToken, distributorToken, redemptionId },
  };
}

export async function subscribe(owner: Visitor, plan: PaidPlan): Promise<void> {
  const { url } = await owner.must('POST', '/api/create-subscription', { priceId: `price_${plan}` });
  await owner.must('POST', `/api/offline-checkout/${lastPart(url)}/confirm`);
}

/** The tokens in the links of a QR. */
export async function tokensOf(owner: Visitor, site: string, qrId: string): Promise<Omit<MadeQr, 'id'>> {
  const { customerUrl, distributorUrl } = await owner.must('GET', `${site}/qrs/${qrId}/qrcode`);
  return { customerToken: lastPart(customerUrl), distributorToken: lastPart(distributorUrl) };
}

export function lastPart(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
