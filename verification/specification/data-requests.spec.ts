import { type OpenBusiness, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { dataRequestCalls } from '@perktree/contracts/account/data-request-calls';
import { beforeEach, expect, it } from 'vitest';

const PATH = '/api/support/data-requests';
const PASSWORD = 'correct horse battery';
const composed = await useComposedApp();
const other = await openBusiness(composed.app, 'elsewhere');
const operator = await new Visitor(composed.app, 'Operator').register('customer');
await composed.identity.grantSuperadmin(operator.email);
await operator.must('POST', '/api/auth/active-role', { role: 'superadmin' });

let shop: OpenBusiness;
let shops = 0;
beforeEach(async () => {
  shops += 1;
  shop = await openBusiness(composed.app, `shop-${shops}`);
});

const ask = (visitor: Visitor, kind: string, more: object = {}) =>
  visitor.call('POST', PATH, {
    ...{ personId: shop.customer.id, kind, askedBy: 'person', reason: 'Wrote a letter' },
    ...more,
  });
const listOf = async (visitor: Visitor) =>
  dataRequestCalls.dataRequests.answer
    .parse(await visitor.must('GET', PATH))
    .filter(({ person }) => [shop.customer.id, shop.owner.id].includes(person.id));
const decide = (id: string, decision: string) => operator.call('POST', `${PATH}/${id}/decision`, { decision });
const signIn = async ({ email }: Visitor) =>
  (await new Visitor(composed.app, 'again').call('POST', '/api/auth/login', { email, password: PASSWORD })).status;
const nameOf = async (id: string) => (await composed.identity.accounts.displayNames([id])).get(id);

it('an owner exports what its sites hold of a customer, and no more, and the export is recorded', async () => {
  await shop.customer.must('POST', '/api/scan', { token: other.customerToken });
  const { status, body } = await ask(shop.owner, 'export');
  expect([status, body.state, body.file.account]).toEqual([201, 'done', null]);
  expect(body.file.person).toEqual({ id: shop.customer.id, name: shop.customer.name });
  const { scans, redemptions } = body.file.records;
  expect([...scans, ...redemptions].map(({ siteId }) => siteId)).toEqual([shop.siteId, shop.siteId]);
  expect(redemptions).toMatchObject([{ redemptionId: shop.redemptionId }]);
  expect(JSON.stringify(body.file)).not.toContain(shop.customer.email);

  const all = (await ask(operator, 'export')).body.file;
  expect(all.account.account.email).toBe(shop.customer.email);
  expect(all.records.scans).toHaveLength(2);
  expect(await listOf(shop.owner)).toMatchObject([
    { kind: 'export', state: 'done', askedBy: 'person', reason: 'Wrote a letter', enteredBy: shop.owner.name },
  ]);
});

it('an owner asks, the operator carries out: correction, restriction, its end, and erasure', async () => {
  for (const [kind, more] of [
    ['correction', { lastName: 'Verdigris' }],
    ['restriction', {}],
    ['end_of_restriction', {}],
    ['erasure', {}],
  ] as const) {
    const { body } = await ask(shop.owner, kind, more);
    expect(body).toMatchObject({ state: 'open', file: null });
    expect((await listOf(operator)).find(({ id }) => id === body.id)).toMatchObject({
      ...{ kind, state: 'open', enteredBy: shop.owner.name, person: { id: shop.customer.id } },
      lastName: kind === 'correction' ? 'Verdigris' : null,
    });
    expect(await decide(body.id, 'done')).toMatchObject({ status: 200, body: { state: 'done' } });
    expect((await decide(body.id, 'done')).status).toBe(404);
    if (kind === 'correction') expect(await nameOf(shop.customer.id)).toBe(`${shop.customer.name} Verdigris`);
    expect(await signIn(shop.customer)).toBe({ restriction: 403, erasure: 401 }[kind as string] ?? 200);
  }
  const left = await listOf(shop.owner);
  expect(left.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
    ...['correction done', 'end_of_restriction done', 'erasure done', 'restriction done'],
  ]);
  for (const { person, reason, lastName } of left)
    expect([person.name, reason, lastName]).toEqual(['Deleted user', null, null]);
});

it('the operator does the same at once, or refuses what an owner asks', async () => {
  expect((await ask(operator, 'restriction')).body.state).toBe('done');
  expect(await signIn(shop.customer)).toBe(403);
  expect((await ask(operator, 'end_of_restriction')).body.state).toBe('done');
  const first = await ask(shop.owner, 'erasure');
  const again = await ask(shop.owner, 'erasure', { reason: 'Asked at the counter' });
  expect(again.body.id).toBe(first.body.id);
  expect((await listOf(shop.owner)).map(({ reason }) => reason)).toEqual(['Asked at the counter']);
  expect((await decide(first.body.id, 'refused')).body.state).toBe('refused');
  expect(await signIn(shop.customer)).toBe(200);
  expect((await listOf(shop.owner)).map(({ state }) => state)).toEqual(['refused']);
});

it('is refused about strangers, owners of businesses and superadmins', async () => {
  expect((await ask(shop.owner, 'export', { personId: other.customer.id })).status).toBe(404);
  expect((await ask(other.owner, 'erasure')).status).toBe(404);
  expect((await ask(shop.customer, 'export')).body.code).toBe('NOT_ALLOWED');
  expect((await ask(operator, 'erasure', { personId: shop.owner.id })).body.code).toBe('OWNS_BUSINESS');
  expect((await ask(operator, 'restriction', { personId: operator.id })).body.code).toBe('NOT_ALLOWED');
  const { body } = await ask(shop.owner, 'correction', { firstName: null });
  expect(body.issues).toMatchObject([{ path: 'firstName', code: 'REQUIRED' }]);
  expect(await listOf(other.owner)).toEqual([]);
});
