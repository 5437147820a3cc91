import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { DEFAULT_NETWORK_LIMITS } from '@perktree/identity/budgets';
import { afterAll, describe, expect, it } from 'vitest';

const composed = await startComposedApp();
const business = await openBusiness(composed.app, 'a');
afterAll(() => composed.close());

/** A guest's call that sends the session alone, as a browser does that has no visitor cookie yet. */
async function asGuest(path: '/api/scan' | '/api/redeem') {
  const { customer, customerToken } = business;
  const cookie = /session=[^;]+/.exec(customer.cookie)?.[0] ?? '';
  return composed.app.inject({ method: 'POST', url: path, headers: { cookie }, payload: { token: customerToken } });
}
const spent = async () => {
  const { rows } = await composed.pool.query(
    `SELECT coalesce(sum(failures), 0)::int AS spent FROM identity.failed_attempts WHERE key LIKE 'budget:visit:%'`,
  );
  return rows[0].spent;
};

describe('signed-in guests', () => {
  it('spend nothing of what new visitors of their network may do', async () => {
    const before = await spent();
    expect((await asGuest('/api/scan')).json()).toMatchObject({ success: true });
    expect((await asGuest('/api/redeem')).json()).toMatchObject({ success: true });
    expect(await spent()).toBe(before);
  });

  it('scan and redeem after a flood of new visitors from their network', async () => {
    const flood = { method: 'POST', url: '/api/scan', payload: { token: business.customerToken } } as const;
    expect((await composed.app.inject(flood)).statusCode).toBe(200);
    await composed.pool.query(`UPDATE identity.failed_attempts SET failures = $1 WHERE key LIKE 'budget:visit:%'`, [
      DEFAULT_NETWORK_LIMITS.visit,
    ]);
    expect((await composed.app.inject(flood)).statusCode).toBe(429);
    expect((await asGuest('/api/scan')).json()).toMatchObject({ success: true });
    expect((await asGuest('/api/redeem')).json()).toMatchObject({ success: true });
  });
});
