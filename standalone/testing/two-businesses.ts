import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@perktree/contracts/envelope';
import type { ComposedApp } from './composed-app.ts';
import { lastPart, openBusiness } from './open-business.ts';
import { Visitor } from './visitor.ts';

export type Side = 'a' | 'b';

/** Ids of one business, or of none at all. */
export interface Things {
  readonly siteId: string;
  /** Claimed by the distributor of the business. */
  readonly qrId: string;
  /** Of the same site; nobody has claimed it. */
  readonly unclaimedQrId: string;
  readonly customerToken: string;
  readonly distributorToken: string;
  /** Opened by the customer of the business. */
  readonly scanId: string;
  readonly redemptionToken: string;
  readonly redemptionId: string;
  /** Earned by the distributor of the business. */
  readonly entryId: string;
  readonly payoutId: string;
  readonly sessionId: string;
  /** Has claimed `qrId`. */
  readonly distributorId: string;
  /** On the staff of the site, to be removed. */
  readonly spareStaffId: string;
}

export interface Person {
  readonly visitor: Visitor;
  readonly roles: readonly Role[];
  /** Of which business they are the owner, staff, distributor or customer; null: of none. */
  readonly side: Side | null;
}

export interface TwoBusinesses {
  readonly people: Readonly<Record<string, Person>>;
  readonly things: Readonly<Record<Side | 'nowhere', Things>>;
}

/** Two businesses with everything that a call can name, and persons of every role in both. */
export async function openTwoBusinesses({ app, identity }: ComposedApp): Promise<TwoBusinesses> {
  const register = (name: string, intent: 'customer' | 'distributor' | 'business') =>
    new Visitor(app, name).register(intent);
  const people: Record<string, Person> = {};

  async function open(side: Side): Promise<Things> {
    const business = await openBusiness(app, side);
    const { owner, staff, distributor, customer, spareStaff, siteId, customerToken } = business;
    people[`owner-${side}`] = { visitor: owner, roles: ['site_owner', 'customer'], side };
    people[`staff-${side}`] = { visitor: staff, roles: ['staff', 'customer'], side };
    people[`distributor-${side}`] = { visitor: distributor, roles: ['distributor', 'customer'], side };
    people[`customer-${side}`] = { visitor: customer, roles: ['customer'], side };
    const { scanId, redemptionToken } = await customer.must('POST', '/api/scan', { token: customerToken });
    const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
    const [entry] = await distributor.must('GET', '/api/distributors/me/ledger');
    const { url } = await owner.must('POST', '/api/create-subscription', { priceId: 'price_pro' });
    const more = {
      scanId,
      redemptionToken,
      entryId: entry.id,
      payoutId: payouts[0].id,
      sessionId: lastPart(url),
      spareStaffId: spareStaff.id,
      distributorId: distributor.id,
    };
    return { ...business, ...more };
  }

  const a = await open('a');
  const b = await open('b');
  const superadmin = await register('superadmin', 'customer');
  await identity.grantSuperadmin(superadmin.email);
  people.superadmin = { visitor: superadmin, roles: ['superadmin', 'customer'], side: null };
  people.customer = { visitor: await register('customer', 'customer'), roles: ['customer'], side: null };
  people.signedOut = { visitor: new Visitor(app, 'nobody'), roles: [], side: null };
  for (const { visitor } of Object.values(people)) {
    for (const owner of [people['owner-a'], people['owner-b']]) if (owner) visitor.knowsWhat(owner.visitor);
  }
  return { people, things: { a, b, nowhere: unknown() } };
}

function unknown(): Things {
  const token = () => randomUUID().replaceAll('-', '').slice(0, 22);
  const [siteId, qrId, unclaimedQrId] = [randomUUID(), randomUUID(), randomUUID()];
  return {
    ...{ siteId, qrId, unclaimedQrId, customerToken: token(), distributorToken: token() },
    ...{
      scanId: randomUUID(),
      redemptionToken: randomBytes(32).toString('base64url'),
      redemptionId: randomUUID(),
      entryId: randomUUID(),
    },
    ...{ payoutId: randomUUID(), sessionId: randomUUID(), spareStaffId: randomUUID() },
    distributorId: randomUUID(),
  };
}
