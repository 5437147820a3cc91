import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComposedApp, startComposedApp } from './testing/composed-app.ts';
import { findText } from './testing/find-text.ts';
import { type OpenBusiness, openBusiness } from './testing/open-business.ts';
import { PASSWORD } from './testing/visitor.ts';

let composed: ComposedApp;
let business: OpenBusiness;
const log: string[] = [];
beforeAll(async () => {
  composed = await startComposedApp({ log });
  business = await openBusiness(composed.app, 'gone');
});
afterAll(() => composed.close());

describe('an erased customer and an erased distributor', () => {
  it('leave no e-mail address, name or text about them in any table or log line', async () => {
    const { owner, customer, distributor, staff, siteId, redemptionId } = business;
    const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
    await owner.must('POST', `/api/payouts/${payouts[0].id}/cancel`, { reason: 'Wrong bank details of Dora Quill' });
    const again = await owner.must('POST', `/api/sites/${siteId}/payouts`);
    await owner.must('POST', `/api/payouts/${again.payouts[0].id}/mark-paid`, { reference: 'Transfer to Dora Quill' });
    await owner.must('POST', `/api/redemptions/${redemptionId}/reverse`, { reason: 'Gus Verdigris complained' });
    await owner.must('POST', `/api/redemptions/${redemptionId}/dispute`, {
      action: 'open',
      text: 'Gus Verdigris again',
    });
    await owner.must('POST', `/api/sites/${siteId}/staff-invitations`, { email: customer.email });
    staff.knowsWhat(owner);

    const personal = [customer.email, distributor.email, customer.name, distributor.name, 'Verdigris', 'Quill'];
    expect(await findText(composed.pool, personal)).not.toEqual([]);
    await customer.must('POST', '/api/me/erase', { password: PASSWORD });
    await distributor.must('POST', '/api/me/erase', { password: PASSWORD });
    expect(await findText(composed.pool, personal)).toEqual([]);
    expect(personal.filter((text) => log.some((line) => line.toLowerCase().includes(text.toLowerCase())))).toEqual([]);
  });
});
