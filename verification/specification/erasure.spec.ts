import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { PASSWORD } from '@perktree/apps/standalone/testing/visitor';
import { afterAll, describe, expect, it } from 'vitest';

const composed = await startComposedApp();
const business = await openBusiness(composed.app, 'a');
const { owner, customer, distributor, customerToken } = business;
afterAll(() => composed.close());

const site = () => `/api/sites/${business.siteId}`;
/** The owner's figures of money, which an erasure must not change. */
const books = async () => {
  return {
    ledger: await owner.must('GET', '/api/distributors/me/ledger'),
    stats: await owner.must('GET', '/api/distributors/me/payout-stats'),
    dashboard: await owner.must('GET', '/api/me/dashboard'),
  };
};

describe('an erased person', () => {
  it('got everything that was held about them before', async () => {
    const { records } = await business.distributor.must('GET', '/api/me/export');
    expect(records).toMatchObject({
      claimedQrs: [{ qrId: business.qrId }],
      ledgerEntries: [{ redemptionId: business.redemptionId, amount: '10.00' }],
    });
    expect(await business.distributor.must('GET', '/api/me/open-balance')).toEqual({
      totals: [{ currency: 'EUR', owed: '10.00' }],
      keptUntil: null,
    });
  });

  it('is shown as a deleted user, and history and totals still add up', async () => {
    const before = await books();
    await customer.must('POST', '/api/me/erase', { password: PASSWORD });
    await distributor.must('POST', '/api/me/erase', { password: PASSWORD });
    const isClaimed = async () => {
      const qrs: readonly { id: string; isClaimed: boolean }[] = await owner.must('GET', `${site()}/qrs`);
      return qrs.find(({ id }) => id === business.qrId)?.isClaimed;
    };
    // The system releases the claims, and no answer has the position of that change.
    await expect.poll(isClaimed).toBe(false);
    expect(await owner.must('GET', `${site()}/redemptions`)).toMatchObject([{ customerName: 'Deleted user' }]);
    expect(await owner.must('GET', `${site()}/top-distributors`)).toMatchObject([
      { name: 'Deleted user', commission: '10.00' },
    ]);
    const ledger = before.ledger.map((entry: object) => ({ ...entry, distributorName: 'Deleted user' }));
    expect(await books()).toEqual({ ...before, ledger });
  });

  it('takes a business out of use, and no other', async () => {
    const other = await openBusiness(composed.app, 'b');
    const passerBy = other.customer;
    expect((await owner.call('POST', '/api/me/erase', { password: PASSWORD })).body.code).toBe('OWNS_BUSINESS');
    await owner.must('POST', '/api/me/erase', { password: PASSWORD, closeBusiness: true });
    expect(await passerBy.must('POST', '/api/scan', { token: customerToken })).toMatchObject({
      success: false,
      code: 'OFFER_INACTIVE',
    });
    expect(await passerBy.must('POST', '/api/scan', { token: other.customerToken })).toMatchObject({ success: true });
  });
});
