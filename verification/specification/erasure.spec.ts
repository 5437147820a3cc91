import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { PASSWORD } from '@perktree/apps/standalone/testing/visitor';
import { streams } from '@perktree/contracts/catalogue/events';
import { deleteAccount } from '@perktree/identity/delete-account';
import { describe, expect, it } from 'vitest';

const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'a');
const { owner, customer, distributor, customerToken } = business;

const site = () => `/api/sites/${business.siteId}`;
/** The owner's figures of money, which an erasure must not change. */
const books = async () => ({
  ledger: await owner.must('GET', '/api/distributors/me/ledger'),
  stats: await owner.must('GET', '/api/distributors/me/payout-stats'),
  dashboard: await owner.must('GET', '/api/me/dashboard'),
});

describe('an erased person', () => {
  it('is shown as a deleted user, and history and totals still add up', async () => {
    const before = await books();
    const owed = { totals: [{ currency: 'EUR', owed: '10.00' }], keptUntil: null };
    expect(await distributor.must('GET', '/api/me/open-balance')).toEqual(owed);
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

/** QRs of a business whose claims the recurring job released after its distributor's account was lost. */
async function releasedByJob(name: string, lose: (userId: string) => Promise<unknown>) {
  const { distributor, qrId } = await openBusiness(composed.app, name);
  const before = await composed.store.head();
  await lose(distributor.id);
  await composed.runJob('release-claims');
  const events = await composed.store.readAll(before, 100);
  const released = events.filter(({ type }) => type === 'QrClaimReleased').map(({ data }) => data);
  return { qrId, released };
}

it('the recurring job releases the claims of an account whose erasure broke off before it did', async () => {
  const { qrId, released } = await releasedByJob('erased', (userId) => deleteAccount(composed.pool, userId));
  expect(released).toMatchObject([{ qrId }]);
});

it('the recurring job keeps the claims of an account that a restored account store lacks', async () => {
  const { released } = await releasedByJob('missing', (userId) =>
    composed.pool.query('DELETE FROM identity.users WHERE id = $1', [userId]),
  );
  expect(released).toEqual([]);
});

const typesOf = async (siteId: string) =>
  (await composed.store.readStream(streams.site(siteId))).map(({ type }) => type);

it('the recurring job stops the sites of an erased owner that are still active, once, and no others', async () => {
  const erased = await openBusiness(composed.app, 'erased-owner');
  const other = await openBusiness(composed.app, 'other-owner');
  // As after a site that was opened while the account was being erased, or a restore that was interrupted.
  await deleteAccount(composed.pool, erased.owner.id);
  const before = await typesOf(erased.siteId);
  await composed.runJob('stop-sites-without-owner');
  await composed.runJob('stop-sites-without-owner');
  expect(await typesOf(erased.siteId)).toEqual([...before, 'SiteDeactivated']);
  expect(await typesOf(other.siteId)).not.toContain('SiteDeactivated');
});

it('the recurring job leaves the sites of a business that a restored account store lacks', async () => {
  const { owner, siteId } = await openBusiness(composed.app, 'missing-tenant');
  await composed.pool.query('DELETE FROM identity.tenants WHERE owner_id = $1', [owner.id]);
  await composed.runJob('stop-sites-without-owner');
  expect(await typesOf(siteId)).not.toContain('SiteDeactivated');
});
