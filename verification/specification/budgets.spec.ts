import { openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { type BudgetGroup, type BudgetName, budgets } from '@perktree/contracts/catalogue/budgets';
import { DEFAULT_NETWORK_LIMITS } from '@perktree/identity/budgets';
import { describe, expect, it } from 'vitest';

const composed = await useComposedApp({ mail: 'mailbox', networkLimits: DEFAULT_NETWORK_LIMITS });
const business = await openBusiness(composed.app, 'spending');
const { id } = await business.owner.must('POST', '/api/webhook-endpoints', {
  ...{ url: 'https://shop.example/hook', eventTypes: ['*'], siteIds: null },
});
const endpointId = id;

/** The address of a registration differs each time. */
let made = 0;
const site = () => `/api/sites/${business.siteId}`;
const inviteStaff = (email: string) => business.owner.call('POST', `${site()}/staff-invitations`, { email });

/** One call that spends each budget. */
const CALLS: Readonly<Record<BudgetName, () => Promise<{ readonly status: number }>>> = {
  registrations: () => {
    made += 1;
    const body = { email: `new-${made}@shop.example`, password: 'correct horse battery' };
    return new Visitor(composed.app, `new-${made}`).call('POST', '/api/auth/register', body);
  },
  invitations: () => inviteStaff('invited@shop.example'),
  repeatedInvitations: () => business.owner.call('POST', `/api/auditors/${business.siteId}/invitation`),
  addressChanges: () => business.owner.call('POST', '/api/me/email', { email: 'moved@shop.example' }),
  qrs: () => business.owner.call('POST', `${site()}/qrs`, { name: 'New', type: 'TEXT_REWARD', textReward: 'Tea' }),
  ownSplits: () =>
    business.distributor.call('POST', `/api/distributors/me/qrs/${business.qrId}/split`, {
      splits: [{ name: 'Child', commissionPercent: '0.50' }],
    }),
  keys: () => business.owner.call('POST', `${site()}/device-pairings`, { name: 'Till' }),
  webhookMessages: () => business.owner.call('POST', `/api/webhook-endpoints/${endpointId}/test`),
  provider: () => business.owner.call('POST', '/api/create-subscription', { priceId: 'price_ultra' }),
  branches: () => business.owner.call('POST', `${site()}/qrs/${business.qrId}/activate-branch`),
  changes: () => business.owner.call('POST', `${site()}/qrs/${business.qrId}/deactivate`),
};

const BY = ['sender', 'business', 'network', 'recipient'] as const;
const limits = (Object.keys(budgets) as BudgetName[]).flatMap((name) =>
  BY.flatMap((by) => {
    const budget = (budgets[name] as BudgetGroup)[by];
    if (budget === undefined) return [];
    return [{ name, by, max: typeof budget.max === 'number' ? budget.max : budget.max.free, in: budget.windowMs }];
  }),
);

/** The counts of a budget, as if these calls had been made. */
async function count(name: string, by: string, calls: number): Promise<number> {
  const { rowCount } = await composed.pool.query(
    `UPDATE identity.failed_attempts SET failures = $1 WHERE key LIKE 'budget:' || $2 || ':' || $3 || ':%'`,
    [calls, name, by],
  );
  return rowCount ?? 0;
}

it('signed-in guests spend nothing of what new visitors of their network may do, also after a flood of these', async () => {
  const { customer, customerToken: token } = business;
  // As a browser does that has no visitor cookie yet.
  const cookie = /session=[^;]+/.exec(customer.cookie)?.[0] ?? '';
  const asGuest = (url: string) =>
    composed.app.inject({ method: 'POST', url, headers: { cookie }, payload: { token } });
  const scanAndRedeem = async () => {
    for (const url of ['/api/scan', '/api/redeem'])
      expect((await asGuest(url)).json()).toMatchObject({ success: true });
  };
  const visits = `identity.failed_attempts WHERE key LIKE 'budget:visit:%'`;
  const spent = async () => (await composed.pool.query(`SELECT key, failures FROM ${visits}`)).rows;
  const before = await spent();
  await scanAndRedeem();
  expect(await spent()).toEqual(before);

  const flood = { method: 'POST', url: '/api/scan', payload: { token } } as const;
  expect((await composed.app.inject(flood)).statusCode).toBe(200);
  await composed.pool.query(`UPDATE identity.failed_attempts SET failures = $1 WHERE key LIKE 'budget:visit:%'`, [
    DEFAULT_NETWORK_LIMITS.visit,
  ]);
  expect((await composed.app.inject(flood)).statusCode).toBe(429);
  await scanAndRedeem();
});

it.each(limits)(
  'a budget of $name by $by lets $max calls through, and refuses the next one with a time',
  async (budget) => {
    const { name, by, max } = budget;
    const key = name === 'registrations' ? 'register' : name;
    expect((await CALLS[name]()).status).not.toBe(429);
    expect(await count(key, by, max - 1)).toBeGreaterThan(0);
    expect((await CALLS[name]()).status).not.toBe(429);
    expect(await CALLS[name]()).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS', values: { seconds: expect.any(Number) } },
    });
    await count(key, by, 0);
  },
);

describe('invitations', () => {
  it('to one address are counted for all senders together', async () => {
    const other = await openBusiness(composed.app, 'other-sender');
    const email = 'popular@shop.example';
    expect((await inviteStaff(email)).status).toBe(201);
    await count('invitations', 'recipient', budgets.invitations.recipient.max);
    const path = `/api/sites/${other.siteId}/staff-invitations`;
    expect((await other.owner.call('POST', path, { email })).status).toBe(429);
    expect((await other.owner.call('POST', path, { email: 'less-popular@shop.example' })).status).toBe(201);
    await count('invitations', 'recipient', 0);
  });

  it('of a distributor spend its own budget, and none of the owner', async () => {
    const { owner, distributor, siteId, qrId } = await openBusiness(composed.app, 'promoted');
    await subscribe(owner, 'ultra');
    const { qrs } = await distributor.must('POST', `/api/distributors/me/qrs/${qrId}/split`, {
      splits: [{ name: 'To promote', commissionPercent: '0.50' }],
    });
    const before = await spentByBusiness();
    const path = `/api/sites/${siteId}/qrs/${qrs[0].id}/distributor-invitations`;
    await distributor.must('POST', path, { email: 'friend@shop.example' });
    expect(await spentByBusiness()).toBe(before);
  });
});

it('each QR of a tree or split spends the budget of QRs; a check stores none and spends one', async () => {
  const { owner, siteId, qrId } = await openBusiness(composed.app, 'planting');
  const offer = { type: 'TEXT_REWARD', textReward: 'Tea' };
  const qrs = [null, 0, 0].map((parent, n) => ({ ...offer, name: `QR ${n}`, parent }));
  const splits = qrs.slice(1).map(({ name }) => ({ name, commissionPercent: '0.50' }));
  const spends = async (path: string, body: object) => {
    const before = await spentByBusiness('qrs');
    await owner.call('POST', `/api/sites/${siteId}/qrs/${path}`, body);
    return (await spentByBusiness('qrs')) - before;
  };
  expect(await spends('tree', { qrs })).toBe(3);
  expect(await spends('tree', { qrs, checkOnly: true })).toBe(1);
  expect(await spends(`${qrId}/split`, { splits })).toBe(2);
});

it('a change of name spends the budget of changes, as the name of a payee is stored by an event', async () => {
  const rename = () => business.distributor.call('PUT', '/api/me/profile', { firstName: 'Di', lastName: null });
  expect((await rename()).status).toBe(204);
  await count('changes', 'sender', budgets.changes.sender.max);
  expect(await rename()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  await count('changes', 'sender', 0);
});

async function spentByBusiness(budget: BudgetName = 'invitations'): Promise<number> {
  const { rows } = await composed.pool.query(
    `SELECT coalesce(sum(failures), 0)::int AS spent FROM identity.failed_attempts
     WHERE key LIKE 'budget:' || $1 || ':business:%'`,
    [budget],
  );
  return rows[0].spent;
}
