import { randomBytes, randomUUID } from 'node:crypto';
import { PICTURES_PATH } from '@perktree/contracts/brand/picture-calls';
import type { KeyAccess } from '@perktree/contracts/kernel/call';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { KEY_SCOPES, type KeyScope } from '@perktree/contracts/kernel/scopes';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { ComposedApp } from './composed-app.ts';
import { lastPart, openBusiness } from './open-business.ts';
import { Visitor } from './visitor.ts';

export type Side = 'a' | 'b';

/** Ids of one business, or of none at all. */
export interface Things {
  readonly siteId: string;
  /** Claimed by the distributor of the business. */
  readonly qrId: string;
  /** An unclaimed QR of the same site. */
  readonly unclaimedQrId: string;
  readonly customerToken: string;
  readonly distributorToken: string;
  /** Opened by the customer of the business. */
  readonly scanId: string;
  readonly redemptionToken: string;
  /** Requested by the customer of the business. */
  readonly fileId: string;
  /** Uploaded by the owner of the business. */
  readonly pictureHash: string;
  readonly redemptionId: string;
  /** Earned by the distributor of the business. */
  readonly entryId: string;
  readonly payoutId: string;
  readonly sessionId: string;
  /** An unused API key of the business. */
  readonly keyId: string;
  /** A webhook endpoint of the business, and a delivery of its log. */
  readonly endpointId: string;
  readonly deliveryId: string;
  /** The same for calls with an API key. */
  readonly keyedEndpointId: string;
  readonly keyedDeliveryId: string;
  readonly tenantId: string;
  /** Has claimed `qrId`. */
  readonly distributorId: string;
  /** On the staff of the site, to be removed. */
  readonly spareStaffId: string;
  /** Invited to audit the business, and has not accepted. */
  readonly auditorId: string;
  /** The last day of that audit. */
  readonly auditedUntil: string;
}

export interface Person {
  readonly visitor: Visitor;
  /** Empty for an anonymous visitor or a program. */
  readonly roles: readonly Role[];
  /** Calls with an API key of this scope alone, for the site of its business. */
  readonly keyScope?: KeyScope;
  /** The business whose owner, auditor, staff, distributor or customer it is; null for none, and for all. */
  readonly side: Side | null;
}

/** Whether a person has one of the roles of a call, or is a program whose key has its scope. */
export function mayCall({ roles, keyScope }: Person, access: KeyAccess | readonly Role[]): boolean {
  return 'key' in access ? keyScope === access.key : roles.some((role) => access.includes(role));
}

export interface TwoBusinesses {
  readonly people: Readonly<Record<string, Person>>;
  readonly things: Readonly<Record<Side | 'nowhere', Things>>;
}

/** Opens two businesses with every resource that a call can name, and people of every role in both. */
export async function openTwoBusinesses({ app, identity, clock, pool }: ComposedApp): Promise<TwoBusinesses> {
  const register = (name: string, intent: 'customer' | 'distributor' | 'business') =>
    new Visitor(app, name).register(intent);
  const people: Record<string, Person> = {};

  async function uploadPicture(owner: Visitor, side: Side): Promise<string> {
    const width = side === 'a' ? 10 : 11;
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 10"><path d="M0 0h9v9z"/></svg>`;
    const headers = { 'content-type': 'image/svg+xml', cookie: owner.cookie };
    return (await app.inject({ method: 'POST', url: PICTURES_PATH, headers, payload: drawing })).json().hash;
  }

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
    const spareKey = await owner.must('POST', '/api/api-keys', { name: 'Spare', scopes: KEY_SCOPES, siteIds: null });
    for (const keyScope of KEY_SCOPES) {
      const body = { name: keyScope, scopes: [keyScope], siteIds: [siteId] };
      const program = new Visitor(app, `program-${keyScope}-${side}`);
      program.apiKey = (await owner.must('POST', '/api/api-keys', body)).key;
      people[program.name] = { visitor: program, roles: [], keyScope, side };
    }
    const openEndpoint = async () => {
      const endpoint = { url: 'https://127.0.0.1/hooks', eventTypes: ['*'], siteIds: [siteId] };
      const { id } = await owner.must('POST', '/api/webhook-endpoints', endpoint);
      const { deliveryId } = await owner.must('POST', `/api/webhook-endpoints/${id}/test`);
      return { endpointId: id, deliveryId };
    };
    const { endpointId, deliveryId } = await openEndpoint();
    const keyed = await openEndpoint();
    const until = dayIn(UTC, clock().getTime() + 30 * DAY_MS);
    const invite = (email: string) => owner.must('POST', '/api/auditors', { email, until });
    const auditor = await register(`auditor-${side}`, 'customer');
    const { invitationUrl } = await invite(auditor.email);
    await auditor.must('POST', `/api/auditor-invitations/${lastPart(invitationUrl)}/accept`);
    people[`auditor-${side}`] = { visitor: auditor, roles: ['auditor', 'customer'], side };
    const { auditorId } = await invite('spare-auditor@example.test');
    const { file } = await customer.must('GET', '/api/me/export?wait=0');
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM identity.tenants WHERE owner_id = $1', [
      owner.id,
    ]);
    const more = {
      tenantId: rows[0]?.id ?? '',
      fileId: file.id,
      pictureHash: await uploadPicture(owner, side),
      scanId,
      redemptionToken,
      entryId: entry.id,
      payoutId: payouts[0].id,
      sessionId: lastPart(url),
      keyId: spareKey.id,
      endpointId,
      deliveryId,
      keyedEndpointId: keyed.endpointId,
      keyedDeliveryId: keyed.deliveryId,
      spareStaffId: spareStaff.id,
      auditorId,
      auditedUntil: until,
      distributorId: distributor.id,
    };
    return { ...business, ...more };
  }

  const a = await open('a');
  const b = await open('b');
  const superadmin = await register('superadmin', 'customer');
  await identity.grantSuperadmin(superadmin.email);
  people.superadmin = { visitor: superadmin, roles: ['superadmin', 'customer'], side: null };
  const everywhere = await register('auditor', 'customer');
  const invitation = { email: everywhere.email, until: dayIn(UTC, clock().getTime() + 30 * DAY_MS) };
  const { invitationUrl } = await superadmin.must('POST', '/api/auditors', invitation);
  await everywhere.must('POST', `/api/auditor-invitations/${lastPart(invitationUrl)}/accept`);
  people.auditor = { visitor: everywhere, roles: ['auditor', 'customer'], side: null };
  people.customer = { visitor: await register('customer', 'customer'), roles: ['customer'], side: null };
  people.signedOut = { visitor: new Visitor(app, 'nobody'), roles: [], side: null };
  return { people, things: { a, b, nowhere: unknown() } };
}

function unknown(): Things {
  const token = () => randomUUID().replaceAll('-', '').slice(0, 22);
  const [siteId, qrId, unclaimedQrId] = [randomUUID(), randomUUID(), randomUUID()];
  return {
    ...{ siteId, qrId, unclaimedQrId, customerToken: token(), distributorToken: token() },
    ...{
      scanId: randomUUID(),
      fileId: randomUUID(),
      pictureHash: randomBytes(32).toString('hex'),
      redemptionToken: randomBytes(32).toString('base64url'),
      redemptionId: randomUUID(),
      entryId: randomUUID(),
    },
    ...{ payoutId: randomUUID(), sessionId: randomUUID(), keyId: randomUUID(), spareStaffId: randomUUID() },
    ...{ auditorId: randomUUID(), auditedUntil: '2020-01-01', tenantId: randomUUID() },
    ...{ endpointId: randomUUID(), deliveryId: randomUUID(), distributorId: randomUUID() },
    ...{ keyedEndpointId: randomUUID(), keyedDeliveryId: randomUUID() },
  };
}
