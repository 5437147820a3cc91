import { closableFrom, periodOfMonth } from '@perktree/contracts/audit/month-period';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyInstance } from 'fastify';
import { buildCafe, type Cafe } from './cafe.ts';
import { Person } from './person.ts';

/** The password of all demo accounts. The demo only runs on a loopback address. */
export const DEMO_PASSWORD = 'look-around-freely';

const address = (name: string) => `${name}@demo.perktree.test`;

/** One account for each role, as `--demo` prints them and the README lists them. */
export const DEMO_ACCOUNTS = [
  { role: 'site owner', email: address('owner'), seesFirst: 'Dashboard, Sites, QR Management, Payouts' },
  { role: 'staff', email: address('staff'), seesFirst: 'Staff Validation' },
  { role: 'distributor', email: address('distributor'), seesFirst: 'My QR Codes, Payouts & Commission' },
  { role: 'distributor', email: address('partner'), seesFirst: 'a split under the other distributor' },
  { role: 'customer', email: address('customer'), seesFirst: 'Scanner, My Scans' },
  { role: 'auditor', email: address('auditor'), seesFirst: 'Audit: the records of the site owner, for a year' },
  { role: 'superadmin', email: address('superadmin'), seesFirst: 'everything that owners may read' },
] as const;

/** The people of the demo, registered and signed in. */
interface Cast {
  readonly owner: Person;
  readonly staff: Person;
  readonly distributor: Person;
  readonly partner: Person;
  readonly customer: Person;
  readonly auditor: Person;
}

/** Fills an empty store with a small living business: a site with a tree of three levels and what happened there today. */
export async function fillDemoBusiness(
  app: FastifyInstance,
  grantSuperadmin: (email: string) => Promise<void>,
): Promise<void> {
  const cast = await registerCast(app, grantSuperadmin);
  const { owner } = cast;
  // Splits of splits and typed codes need Pro.
  const checkout = await owner.call<{ url: string }>('POST', '/api/create-subscription', { priceId: 'price_pro' });
  await owner.call('POST', `/api/offline-checkout/${lastSegment(checkout.url)}/confirm`);
  const cafe = await buildCafe({
    ...cast,
    holdDays: 0,
    distributorToken: async (siteId, qrId) => lastSegment((await linksOf(owner, siteId, qrId)).distributorUrl),
  });
  await openToday(app, cast, cafe);
}

/** Registers the accounts that `--demo` prints. Grants the superadmin's role in the same way as an operator. */
export async function registerCast(
  app: FastifyInstance,
  grantSuperadmin: (email: string) => Promise<void>,
): Promise<Cast> {
  const cast = {
    owner: await register(app, 'owner', 'Owner', 'business'),
    distributor: await register(app, 'distributor', 'Distributor', 'distributor'),
    partner: await register(app, 'partner', 'Partner', 'distributor'),
    staff: await register(app, 'staff', 'Staff', 'customer'),
    customer: await register(app, 'customer', 'Customer', 'customer'),
    auditor: await register(app, 'auditor', 'Auditor', 'customer'),
  };
  await register(app, 'superadmin', 'Superadmin', 'customer');
  await grantSuperadmin(address('superadmin'));
  return cast;
}

/** The owner invites the auditor for a year, who accepts. After the past: events are in the order in which they happened. */
export async function inviteAuditor({ owner, auditor }: Pick<Cast, 'owner' | 'auditor'>): Promise<void> {
  const until = new Date(systemTimers.now() + 365 * DAY_MS).toISOString().slice(0, 10);
  const { invitationUrl } = await owner.call<{ invitationUrl: string }>('POST', '/api/auditors', {
    email: auditor.email,
    until,
  });
  await auditor.call('POST', `/api/auditor-invitations/${lastSegment(invitationUrl)}/accept`);
}

/** What happens today: redemptions at the counter, a scan of the customer that is still open, and a dispute. */
export async function openToday(
  app: FastifyInstance,
  { owner, staff, customer, auditor }: Cast,
  { siteId, summer, harbour, university, ferry }: Cafe,
): Promise<void> {
  await inviteAuditor({ owner, auditor });
  const scan = async (who: Person, qrId: string) =>
    who.call<{ redemptionCode: string }>('POST', '/api/scan', {
      token: lastSegment((await linksOf(owner, siteId, qrId)).customerUrl),
    });
  const redeemAtCounter = async (who: Person, qrId: string, saleAmount: string) => {
    const { redemptionCode } = await scan(who, qrId);
    const sale = { redemptionCode, saleAmount };
    return (await staff.call<{ redemption: { id: string } }>('POST', '/api/staff/redeem', sale)).redemption.id;
  };
  await redeemAtCounter(customer, ferry, '100.00');
  await redeemAtCounter(customer, harbour, '33.33');
  await scan(customer, summer);
  const guests: [string, string, string][] = [
    ['guest-1', ferry, '48.20'],
    ['guest-2', harbour, '12.90'],
    ['guest-3', university, '75.00'],
    ['guest-4', summer, '20.00'],
  ];
  const redemptionIds: string[] = [];
  for (const [name, qrId, saleAmount] of guests) {
    redemptionIds.push(await redeemAtCounter(await register(app, name, 'Guest', 'customer'), qrId, saleAmount));
  }
  await owner.call('POST', `/api/redemptions/${redemptionIds[2]}/dispute`, {
    action: 'open',
    text: 'The customer says the sale was 57.00, not 75.00.',
  });
}

/** As the owner, closes the last month and requests its statement. Both become files. */
export async function closeLastMonth(owner: Person, siteId: string, now: Date): Promise<void> {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
  const { from, to } = periodOfMonth(month);
  await owner.call('GET', `/api/sites/${siteId}/statement?${new URLSearchParams({ from, to, wait: '0' })}`);
  if (closableFrom(month) <= now.getTime())
    await owner.call('GET', `/api/sites/${siteId}/audit/months/${month}?wait=0`);
}

function register(app: FastifyInstance, name: string, firstName: string, intent: string): Promise<Person> {
  return registerAs(app, { email: address(name), firstName, intent });
}

export async function registerAs(
  app: FastifyInstance,
  account: { readonly email: string; readonly firstName: string; readonly intent: string },
): Promise<Person> {
  const person = new Person(app, account.email);
  await person.call('POST', '/api/auth/register', { ...account, password: DEMO_PASSWORD, lastName: 'Demo' });
  return person;
}

interface Links {
  readonly customerUrl: string;
  readonly distributorUrl: string;
}

function linksOf(owner: Person, siteId: string, qrId: string): Promise<Links> {
  return owner.call<Links>('GET', `/api/sites/${siteId}/qrs/${qrId}/qrcode`);
}

function lastSegment(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
