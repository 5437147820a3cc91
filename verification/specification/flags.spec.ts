import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import { expect, it } from 'vitest';

const composed = await useComposedApp();

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
    ids.push(person.id);
  }
  const [flag, ...others] = await flags();
  expect(others).toEqual([]);
  expect(flag).toMatchObject({ kind: 'shared_device', redemptions: 3, staff: null, customer: null });
  expect(flag.evidence.map(({ customer }: { customer: { id: string } }) => customer.id)).toEqual(ids);
  expect(flag.evidence[0]).toMatchObject({ staff: null, customer: { name: 'first' } });
});

it('a flag is reviewed by the owner of its site, with the reason, and later redemptions are not', async () => {
  const { owner, staff, customer, siteId, customerToken } = await openBusiness(composed.app, 'review');
  const rival = await openBusiness(composed.app, 'rival');
  const config = await owner.must('GET', `/api/sites/${siteId}/config`);
  await owner.must('PUT', `/api/sites/${siteId}/config`, { ...config, maxRedemptionsPerCustomer: null });
  const redeem = async () => {
    const { redemptionToken: token } = await customer.must('POST', '/api/scan', { token: customerToken });
    const answer = await staff.must('POST', '/api/staff/redeem', { token, saleAmount: '40.00' });
    expect(answer).toMatchObject({ success: true });
  };
  for (let time = 0; time < 3; time += 1) await redeem();
  const flagOf = async (query = '') => (await owner.must('GET', `/api/sites/${siteId}/flags${query}`))[0];
  const flag = await flagOf('?show=same_staff_and_customer');
  expect(flag).toMatchObject({ redemptions: 3, review: null });
  expect(flag.evidence[0]).toMatchObject({ sale: { amount: '40.00', usual: null, currency: 'EUR' }, reversal: null });

  const path = `/api/sites/${siteId}/flags/${flag.id}/review`;
  const body = { reason: 'A regular guest', redemptions: 3 };
  const elsewhere = `/api/sites/${rival.siteId}/flags/${flag.id}/review`;
  expect((await rival.owner.call('POST', elsewhere, body)).body.code).toBe('FLAG_NOT_FOUND');
  expect(await owner.call('POST', path, { ...body, reason: ' ' })).toMatchObject({ status: 400 });

  expect(await owner.must('POST', path, { ...body, redemptions: 99 })).toEqual({ id: flag.id, redemptions: 3 });
  expect((await flagOf('?show=same_staff_and_customer')).review).toEqual({
    ...{ by: { id: owner.id, name: expect.any(String) }, at: expect.any(String) },
    ...{ reason: 'A regular guest', redemptions: 3 },
  });
  expect(await flagOf('?show=unreviewed')).toBeUndefined();
  await redeem();
  expect(await flagOf('?show=unreviewed')).toMatchObject({ redemptions: 4, review: { redemptions: 3 } });

  const { redemptionId } = flag.evidence[0];
  await owner.must('POST', `/api/redemptions/${redemptionId}/reverse`, { reason: 'Not a sale' });
  expect((await flagOf()).evidence[0]).toMatchObject({ redemptionId, reversal: 'wholly' });
});

it('flags accounts that redeem from one network without a browser in common, without its address', async () => {
  const { owner, siteId, customerToken } = await openBusiness(composed.app, 'network');
  for (let person = 0; person < 10; person += 1) {
    const visitor = await new Visitor(composed.app, `throwaway-${person}`).register('customer');
    for (let time = 0; time < 3; time += 1) {
      await visitor.must('POST', '/api/scan', { token: customerToken });
      await visitor.must('POST', '/api/redeem', { token: customerToken });
    }
  }
  const [flag, ...others] = await owner.must('GET', `/api/sites/${siteId}/flags`);
  expect(others).toEqual([]);
  expect(flag).toMatchObject({ kind: 'network_burst', staff: null, customer: null, deviceId: null });
  expect(flag.redemptions).toBeGreaterThanOrEqual(30);
  expect(flag.networkId).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(flag)).not.toContain('127.0.0.1');
  // An audit finds nothing in the flags that were raised and reviewed above.
  expect((await auditHistory({ store: composed.store, pool: composed.pool })).findings).toEqual([]);
});
