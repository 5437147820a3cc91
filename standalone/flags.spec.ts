import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ComposedApp, startComposedApp } from './testing/composed-app.ts';
import { openBusiness } from './testing/open-business.ts';
import { Visitor } from './testing/visitor.ts';

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
