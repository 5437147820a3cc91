import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { afterAll, beforeAll, expect, it } from 'vitest';

let composed: ComposedApp;
beforeAll(async () => {
  composed = await startComposedApp();
});
afterAll(() => composed.close());

it('flags three accounts that redeem from one browser, for the owner, and refuses none of them', async () => {
  const { owner, siteId, customerToken } = await openBusiness(composed.app, 'flags');
  const flags = () => owner.must('GET', `/api/sites/${siteId}/flags`);
  const browser = new Visitor(composed.app, 'first');
  const ids: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    expect(await flags()).toEqual([]);
    const person = await new Visitor(composed.app, name).onDeviceOf(browser).register('customer');
    await person.must('POST', '/api/scan', { token: customerToken });
    browser.onDeviceOf(person);
    expect(await person.must('POST', '/api/redeem', { token: customerToken })).toMatchObject({ success: true });
    owner.knowsWhat(person);
    ids.push(person.id);
  }
  const [flag, ...others] = await flags();
  expect(others).toEqual([]);
  expect(flag).toMatchObject({ kind: 'shared_device', redemptions: 3, staff: null, customer: null });
  expect(flag.evidence.map(({ customer }: { customer: { id: string } }) => customer.id)).toEqual(ids);
  expect(flag.evidence[0]).toMatchObject({ staff: null, customer: { name: 'first' } });
});

it('flags accounts that redeem from one network without a browser in common, without its address', async () => {
  const { owner, siteId, customerToken } = await openBusiness(composed.app, 'network');
  for (let person = 0; person < 10; person += 1) {
    const visitor = await new Visitor(composed.app, `throwaway-${person}`).register('customer');
    for (let time = 0; time < 3; time += 1) {
      await visitor.must('POST', '/api/scan', { token: customerToken });
      await visitor.must('POST', '/api/redeem', { token: customerToken });
    }
    owner.knowsWhat(visitor);
  }
  const [flag, ...others] = await owner.must('GET', `/api/sites/${siteId}/flags`);
  expect(others).toEqual([]);
  expect(flag).toMatchObject({ kind: 'network_burst', staff: null, customer: null, deviceId: null });
  expect(flag.redemptions).toBeGreaterThanOrEqual(30);
  expect(flag.networkId).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(flag)).not.toContain('127.0.0.1');
});

it('flags a sale amount far above what the site usually has, and takes it', async () => {
  const { owner, staff, siteId, customerToken } = await openBusiness(composed.app, 'sale');
  for (const [index, saleAmount] of [...Array<string>(10).fill('20.00'), '400.00'].entries()) {
    const guest = await new Visitor(composed.app, `buyer-${index}`).register('customer');
    const { redemptionToken: token } = await guest.must('POST', '/api/scan', { token: customerToken });
    staff.knowsWhat(guest);
    expect(await staff.must('POST', '/api/staff/redeem', { token, saleAmount })).toMatchObject({ success: true });
  }
  owner.knowsWhat(staff);
  const flags = await owner.must('GET', `/api/sites/${siteId}/flags?show=unusual_sale`);
  expect(flags).toMatchObject([
    {
      redemptions: 1,
      evidence: [{ staff: { name: 'staff-sale' }, sale: { amount: '400.00', usual: '20.00', currency: 'EUR' } }],
    },
  ]);
});
