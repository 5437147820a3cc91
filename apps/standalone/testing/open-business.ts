import type { FastifyInstance } from 'fastify';
import { Visitor } from './visitor.ts';

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
  readonly qrId: string;
  readonly unclaimedQrId: string;
  readonly customerToken: string;
  readonly distributorToken: string;
  readonly redemptionId: string;
}

/** @param name stands in all names and addresses */
export async function openBusiness(app: FastifyInstance, name: string): Promise<OpenBusiness> {
  const register = (role: string, intent: 'customer' | 'distributor' | 'business') =>
    new Visitor(app, `${role}-${name}`).register(intent);
  const owner = await register('owner', 'business');
  const staff = await register('staff', 'customer');
  const spareStaff = await register('spare', 'customer');
  const distributor = await register('distributor', 'distributor');
  const customer = await register('guest', 'customer');

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
  const create = (qrName: string) =>
    owner.must('POST', `${site}/qrs`, {
      ...{ name: qrName, type: 'DISCOUNT_PERCENT', discountPercent: 20, maxRedemptions: 50 },
    });
  const { id: qrId } = await create('Claimed');
  const { id: unclaimedQrId } = await create('Unclaimed');
  const { customerUrl, distributorUrl } = await owner.must('GET', `${site}/qrs/${qrId}/qrcode`);
  const [customerToken, distributorToken] = [lastPart(customerUrl), lastPart(distributorUrl)];
  await distributor.must('POST', '/api/claim-qr', { token: distributorToken });
  await customer.must('POST', '/api/scan', { token: customerToken });
  const { redemptionId } = await customer.must('POST', '/api/redeem', { token: customerToken });
  for (const someone of [owner, staff, distributor]) someone.knowsWhat(customer);
  return {
    ...{ owner, staff, spareStaff, distributor, customer },
    ...{ siteId, qrId, unclaimedQrId, customerToken, distributorToken, redemptionId },
  };
}

export function lastPart(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
