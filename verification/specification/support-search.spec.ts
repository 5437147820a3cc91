import { lastPart } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { PASSWORD, Visitor } from '@perktree/apps/standalone/testing/visitor';
import { type FoundKind, supportCalls } from '@perktree/contracts/support/calls';
import { lookCalls } from '@perktree/contracts/support/look-calls';
import { tenantCalls } from '@perktree/contracts/support/tenant-calls';
import { describe, expect, it } from 'vitest';

let now = new Date('2026-03-14T11:00:00.000Z');
/** 00:30 of the 16th in Madrid. */
const SECOND_DAY = new Date('2026-03-15T23:30:00.000Z');

type Business = Awaited<ReturnType<typeof open>>;

async function person(address: string, name: string, intent: 'customer' | 'distributor' | 'business') {
  const [firstName, lastName] = name.split('|');
  const visitor = new Visitor(composed.app, address);
  const account = { email: visitor.email, password: PASSWORD, firstName, lastName, intent };
  visitor.id = (await visitor.must('POST', '/api/auth/register', account)).id;
  return visitor;
}

type Names =
  | 'key'
  | 'owner'
  | 'distributor'
  | 'customer'
  | 'staff'
  | 'site'
  | 'qr'
  | 'internalName'
  | 'currency'
  | 'sale';

async function open(names: Readonly<Record<Names, string>>) {
  const { key } = names;
  const owner = await person(`owner-${key}`, names.owner, 'business');
  const distributor = await person(`partner-${key}`, names.distributor, 'distributor');
  const customer = await person(`guest-${key}`, names.customer, 'customer');
  const staff = await person(`staff-${key}`, names.staff, 'customer');
  const { id: siteId } = await owner.must('POST', '/api/sites', { name: names.site, currency: names.currency });
  const site = `/api/sites/${siteId}`;
  const configuration = await owner.must('GET', `${site}/config`);
  const configured = {
    ...{ ...configuration, defaultSaleAmount: names.sale, maxSaleAmount: '5000.00', timeZone: 'Europe/Madrid' },
    ...{ commissionHoldDays: 0, minimumPayout: '0.01', selfRedemption: 'on', maxRedemptionsPerCustomer: 5 },
  };
  await owner.must('PUT', `${site}/config`, configured);
  const { invitationUrl } = await owner.must('POST', `${site}/staff-invitations`, { email: staff.email });
  await staff.must('POST', `/api/staff-invitations/${lastPart(invitationUrl)}/accept`);
  const { id: qrId } = await owner.must('POST', `${site}/qrs`, {
    ...{ name: names.qr, internalName: names.internalName, type: 'DISCOUNT_PERCENT', discountPercent: 20 },
    maxRedemptions: 50,
  });
  const { customerUrl, distributorUrl } = await owner.must('GET', `${site}/qrs/${qrId}/qrcode`);
  await distributor.must('POST', '/api/claim-qr', { token: lastPart(distributorUrl) });
  const token = lastPart(customerUrl);
  await customer.must('POST', '/api/scan', { token });
  const { redemptionId } = await customer.must('POST', '/api/redeem', { token });
  const [payout] = (await owner.must('POST', `${site}/payouts`)).payouts;
  const { rows } = await composed.pool.query(
    `SELECT c.redemption_code AS code, t.id AS tenant FROM read_models.scans c, identity.tenants t
     WHERE c.redemption_id = $1 AND t.owner_id = $2`,
    [redemptionId, owner.id],
  );
  const { tenant: tenantId, code } = rows[0];
  return {
    ...{ owner, distributor, customer, staff, siteId, qrId, customerUrl, distributorUrl, token, redemptionId },
    ...{ payout: payout as { id: string; amount: string }, tenantId, code },
  };
}

const composed = await useComposedApp({ clock: () => now });
const superadmin = await new Visitor(composed.app, 'superadmin').register('customer');
await composed.identity.grantSuperadmin(superadmin.email);
const garcia = await open({
  ...{ key: 'garcia', owner: 'José|García', distributor: 'Ana|Núñez', customer: 'Zoë|Brontë', staff: 'Iñaki|Peña' },
  ...{ site: 'Café Müller', qr: 'Mesa Ñandú', internalName: 'flyer-77', currency: 'EUR', sale: '12.50' },
});
now = SECOND_DAY;
const garces = await open({
  ...{ key: 'garces', owner: 'Jose|Garcés', distributor: 'Ana|Nunes', customer: 'Zoe|Bronson', staff: 'Inaki|Penas' },
  ...{ site: 'Cafe Mueller', qr: 'Mesa Nandurri', internalName: 'flyer-78', currency: 'GBP', sale: '12.50' },
});
const festival = await open({
  ...{ key: 'festival', owner: 'Jörg|Müller', distributor: "Sinéad|O'Brien", customer: 'Émile|Straße' },
  staff: 'Zoë|Kraft',
  ...{ site: 'Straßenfest Nord', qr: 'Bühne 12', internalName: 'poster', currency: 'USD', sale: '1234.56' },
});
const { owner, siteId, qrId } = festival;
await owner.must('POST', `/api/sites/${siteId}/qrs/${qrId}/replace-link`, { link: 'distributor' });
for (const [n, name] of ['Josefa|García', 'José|Garciarena', 'José María|García Pérez', 'Joseph|Garcia'].entries())
  await person(`namesake-${n}`, name, 'customer');
const zoeSecond = (await person('zoe.second', 'Zoë|Brontësaurus', 'customer')).id;
const abroad = await new Visitor(composed.app, 'abroad').must('POST', '/api/auth/register', {
  ...{ email: 'ana@münchen.test', password: PASSWORD },
});

const find = async (who: Visitor, q: string) =>
  supportCalls.supportSearch.answer.parse(await who.must('POST', '/api/support/search', { q }));

/** What is typed or pasted, and what has to be found. */
const SEARCHES: readonly (readonly [what: string, typed: () => string, kind: FoundKind, id: () => string])[] = [
  ['the address of an owner', () => garcia.owner.email, 'tenant', () => garcia.tenantId],
  ['the address of an account that did nothing', () => 'zoe.second@example.test', 'account', () => zoeSecond],
  ['an address as its owner writes it', () => 'Ana@MÜNCHEN.test', 'account', () => abroad.id],
  ['the beginning of an address', () => 'partner-fest', 'distributor', () => festival.distributor.id],
  ['a name without accents', () => 'jose garcia', 'tenant', () => garcia.tenantId],
  ['a family name first', () => 'García, José', 'tenant', () => garcia.tenantId],
  ['an umlaut as a plain letter', () => 'jorg muller', 'tenant', () => festival.tenantId],
  ['a name with an apostrophe', () => 'O’Brien', 'distributor', () => festival.distributor.id],
  ['a name with ß as ss', () => 'emile strasse', 'customer', () => festival.customer.id],
  ['the beginnings of both names', () => 'zo bront', 'customer', () => garcia.customer.id],
  ['a part of the name of a site', () => 'nord', 'site', () => festival.siteId],
  ['the internal name of a QR', () => 'flyer-78', 'qr', () => garces.qrId],
  ['the link of an offer', () => garcia.customerUrl, 'qr', () => garcia.qrId],
  [
    'the link to claim a QR, in a sentence',
    () => `It says ${garces.distributorUrl} is invalid`,
    'qr',
    () => garces.qrId,
  ],
  ['a link that was replaced', () => festival.distributorUrl, 'qr', () => festival.qrId],
  [
    'the link of a payout',
    () => `https://app.example/payouts/${garcia.payout.id}?from=mail`,
    'payout',
    () => garcia.payout.id,
  ],
  ['an id of a log line', () => `redemptionId=${garces.redemptionId}, 500`, 'redemption', () => garces.redemptionId],
  ['the short id of a redemption', () => garcia.redemptionId.slice(0, 8), 'redemption', () => garcia.redemptionId],
  ['the short id of a business', () => `#${garces.tenantId.slice(0, 8)}`, 'tenant', () => garces.tenantId],
  [
    'the short id of a payout',
    () => `${festival.payout.id.slice(0, 8).toUpperCase()}…`,
    'payout',
    () => festival.payout.id,
  ],
  ['an amount', () => '12.50', 'redemption', () => garcia.redemptionId],
  ['an amount as it is written in Spain', () => '12,50 €', 'redemption', () => garcia.redemptionId],
  ['an amount with separators of thousands', () => '$1,234.56', 'redemption', () => festival.redemptionId],
  ['the amount of a payout', () => `${festival.payout.amount} USD`, 'payout', () => festival.payout.id],
  ['a day of the site, and a name', () => '16.03.2026 bronson', 'redemption', () => garces.redemptionId],
  ['a day as screens write it', () => 'Mar 14, 2026', 'redemption', () => garcia.redemptionId],
];

it.each(SEARCHES)('a superadmin finds among the first five by %s', async (_, typed, kind, id) => {
  const found = (await find(superadmin, typed())).map((one) => `${one.kind} ${one.id}`);
  expect(found.slice(0, 5)).toContain(`${kind} ${id()}`);
});

it('shows by what results of one name differ', async () => {
  const [redemption] = await find(superadmin, garcia.redemptionId);
  expect(redemption).toMatchObject({
    ...{ title: 'Mesa Ñandú', customer: 'Zoë Brontë', amount: '12.50', currency: 'EUR', tenantId: garcia.tenantId },
  });
  const [business] = await find(superadmin, garces.owner.email);
  expect(business).toMatchObject({ title: 'Jose Garcés', email: garces.owner.email, tenantId: garces.tenantId });
});

it('is for superadmins alone: an owner finds the own records, as before', async () => {
  const { owner, code, redemptionId } = garcia;
  const { redemptionId: foreign, qrId, siteId, customer, distributor } = garces;
  const ids = [foreign, qrId, siteId, customer.id, customer.email, distributor.email];
  for (const q of [...ids, garces.owner.email, garces.payout.id, '12,50 £', 'jorg muller', festival.customerUrl])
    expect([q, await find(owner, q)]).toEqual([q, []]);
  expect(await find(owner, code)).toMatchObject([{ id: redemptionId, customer: null, amount: null, tenantId: null }]);
});

it('answers every text', async () => {
  for (const q of [
    ...["'", "\\'", 'a\\', '€', '-', '…', '((', '&', ':*', "o'", '12.345', '31.02.2026', 'https://', '%', '0'],
  ])
    expect([q, Array.isArray(await find(superadmin, q))]).toEqual([q, true]);
});

describe('the page of a business', () => {
  const page = async (who: Visitor, tenantId: string) => {
    const answer = await who.call('GET', `/api/support/tenants/${tenantId}`);
    return { status: answer.status, ...(answer.status === 200 && tenantCalls.tenant.answer.parse(answer.body)) };
  };

  it('shows plan, sites, people, limits and what was refused', async () => {
    const { customer, token, tenantId, owner, siteId, staff, distributor } = garcia;
    await owner.must('POST', `/api/sites/${siteId}/qrs/${garcia.qrId}/deactivate`);
    await customer.must('POST', '/api/scan', { token });
    const business = await page(superadmin, tenantId);
    expect(business).toMatchObject({
      ...{ id: tenantId, owner: { id: owner.id, name: 'José García', email: owner.email }, plan: 'free', sites: 1 },
      siteList: [{ id: siteId, name: 'Café Müller', currency: 'EUR', isActive: true }],
      limits: [
        { limit: 'sites', used: 1, allowed: 1 },
        { limit: 'activeQrs', used: 0, allowed: 3 },
        { limit: 'redemptions', used: 1, allowed: 50 },
      ],
      people: [
        { id: staff.id, name: 'Iñaki Peña', role: 'staff', site: { id: siteId } },
        { id: distributor.id, name: 'Ana Núñez', email: distributor.email, role: 'distributor', site: null },
      ],
      failures: [{ kind: 'refusal', code: 'OFFER_EXPIRED', personId: customer.id, site: { id: siteId } }],
    });
  });

  it('is reached from a list, and is for superadmins alone', async () => {
    const list = tenantCalls.tenants.answer.parse(await superadmin.must('GET', '/api/support/tenants?q=jorg'));
    expect(list).toMatchObject([{ id: festival.tenantId, owner: { name: 'Jörg Müller' }, plan: 'free', sites: 1 }]);
    const bySite = await superadmin.must('GET', '/api/support/tenants?q=mueller&show=free');
    expect(bySite).toMatchObject([{ id: garces.tenantId }]);
    expect(await page(garcia.owner, garcia.tenantId)).toEqual({ status: 403 });
    expect((await garcia.owner.call('GET', '/api/support/tenants')).status).toBe(403);
    expect(await page(superadmin, garcia.siteId)).toEqual({ status: 404 });
  });

  it('records the look, which its owner alone reads', async () => {
    const looksOf = async ({ owner }: Business) =>
      lookCalls.looks.answer
        .parse(await owner.must('GET', '/api/looks'))
        .filter(({ call }) => call === 'GET /api/support/tenants/:tenantId');
    expect(await looksOf(garcia)).toMatchObject([
      { viewerId: superadmin.id, role: 'superadmin', area: 'Support', isEverywhere: false },
    ]);
    expect(await looksOf(garces)).toEqual([]);
  });
});
