import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { dataRequestCalls } from '@perktree/contracts/account/data-request-calls';
import { mailCalls } from '@perktree/contracts/account/mail-calls';
import { apiKeyCalls } from '@perktree/contracts/api-key/calls';
import { approvalCalls } from '@perktree/contracts/approval/calls';
import { auditChainCalls } from '@perktree/contracts/audit/chain-calls';
import { auditCheckCalls } from '@perktree/contracts/audit/check-calls';
import { auditReportCalls } from '@perktree/contracts/audit/report-calls';
import { pictureCalls } from '@perktree/contracts/brand/picture-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { v1Calls } from '@perktree/contracts/catalogue/v1';
import { distributorInvitationCalls } from '@perktree/contracts/distributor/invitation-calls';
import { flagReviewCalls } from '@perktree/contracts/flag/calls';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { fileCalls } from '@perktree/contracts/kernel/file-calls';
import { addDays, dayIn } from '@perktree/contracts/kernel/time-zone';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { operationCalls } from '@perktree/contracts/operation/calls';
import { projectionCalls } from '@perktree/contracts/operation/projection-calls';
import { payoutEntryCalls } from '@perktree/contracts/payout/entry-calls';
import { payoutFundingCalls } from '@perktree/contracts/payout/funding-calls';
import { qrDesignCalls } from '@perktree/contracts/qr/design-calls';
import { termCalls } from '@perktree/contracts/qr/term-calls';
import { supportCalls } from '@perktree/contracts/support/calls';
import { tenantCalls } from '@perktree/contracts/support/tenant-calls';
import { viewAsCalls } from '@perktree/contracts/support/view-as-calls';
import { webhookEndpointCalls } from '@perktree/contracts/webhook/endpoint-calls';
import { codeAt } from '@perktree/identity/testing/authenticator';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { answeredCalls, PASSWORD } from './testing/client.ts';
import { READS } from './testing/reads.ts';
import { BENEFIT, lastPart, openShop } from './testing/shop.ts';

/**
 * Every call of docs/reference/http-api.md. The client holds every answer against the strict schema
 * of its call, so a field too many or too few fails any test that gets it. The tests here check the fields that a row names.
 */

const composed = await startComposedApp();
const shop = await openShop(composed.app, 'price_pro');
await shop.configure({ commissionHoldDays: 0, minimumPayout: '0.01', selfRedemption: 'on' });
await shop.customer.must('POST', '/api/scan', { token: shop.root.customerToken });
await shop.customer.must('POST', '/api/redeem', { token: shop.root.customerToken });
afterAll(() => composed.close());

const fill = (path: string) => path.replace('{site}', shop.site).replace('{qr}', shop.root.id);

describe('the calls that write', () => {
  it('POST /api/sites: "name, currency; returns the site"', async () => {
    const { status, body } = await shop.owner.send('POST', '/api/sites', { name: 'Second', currency: 'GBP' });
    expect([status, body]).toEqual([201, expect.objectContaining({ name: 'Second', currency: 'GBP', isActive: true })]);
    expect((await shop.owner.send('GET', '/api/me/sites')).body[0]).toEqual(body);
  });

  it('POST /api/sites/{siteId}/qrs: "create QR", with every field of the row', async () => {
    const fields = {
      name: 'All',
      internalName: 'till 3',
      siteId: shop.siteId,
      commissionPercent: '12.50',
      discountPercent: null,
      discountFixedAmount: 5,
      textReward: null,
      maxRedemptions: 4,
      externalUrl: 'https://a.example/',
    };
    const { status, body } = await shop.owner.send('POST', `${shop.site}/qrs`, { type: 'DISCOUNT_FIXED', ...fields });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...fields, parentQrId: null, depth: 0, totalScans: 0, totalRedemptions: 0 });
    const list = (await shop.owner.send('GET', `${shop.site}/qrs`)).body;
    expect(list.find(({ id }: { id: string }) => id === body.id)).toEqual(body);
  });

  it.each([
    ['POST /api/sites/{siteId}/qrs/{qrId}/split', 'owner', '{site}/qrs/{qr}/split'],
    ['POST /api/distributors/me/qrs/{qrId}/split (distributor)', 'distributor', '/api/distributors/me/qrs/{qr}/split'],
  ] as const)('%s: "splits: array of {name, commissionPercent, externalUrl}"', async (_, who, path) => {
    const splits = [
      { name: 'One', commissionPercent: '0.50', externalUrl: null },
      { name: 'Two', commissionPercent: '0.75', externalUrl: 'https://two.example' },
    ];
    const { status, body } = await shop[who].send('POST', fill(path), { splits });
    expect(status).toBe(201);
    expect(body.qrs).toMatchObject(splits.map((split) => ({ ...split, ...BENEFIT, parentQrId: shop.root.id })));
  });

  it('PUT /api/sites/{siteId}/qrs/{qrId}: every field of the row', async () => {
    const { id } = await shop.make();
    const sent = {
      name: 'Edited',
      type: 'TEXT_REWARD',
      commissionPercent: '7.00',
      discountPercent: null,
      discountFixedAmount: null,
      textReward: 'Free tea',
      maxRedemptions: 9,
      externalUrl: null,
    };
    const { body } = await shop.owner.send('PUT', `${shop.site}/qrs/${id}`, sent);
    expect(body).toMatchObject({ id, ...sent });
    expect((await shop.owner.send('GET', `${shop.site}/qrs/${id}/tree`)).body.qr).toEqual(body);
  });
});

describe('every call of the catalogue', () => {
  it('has answered with success here, in exactly the shape that it declares', async () => {
    const { owner, distributor, customer, staff, site, root } = shop;
    for (const [row, who] of READS) await shop[who].must('GET', fill(row.replace('GET ', '')));
    for (const kind of ['customer', 'distributor'] as const) {
      await customer.must('GET', `/api/scan-info/${kind}/${root[`${kind}Token`]}`);
    }
    await owner.must('GET', '/api/me/invoices');
    const { url } = await owner.must('POST', '/api/create-subscription', { priceId: 'price_ultra' });
    await owner.must('GET', `/api/offline-checkout/${lastPart(url)}`);
    const { redemptionCode } = await customer.must('POST', '/api/scan', { token: (await shop.make()).customerToken });
    await staff.must('POST', '/api/staff/look-up', { redemptionCode });
    const { redemption } = await staff.must('POST', '/api/staff/redeem', { redemptionCode, saleAmount: '40.00' });
    await staff.must('GET', '/api/staff/validations');
    const mistyped = { saleAmount: '30.00', reason: 'mistyped' };
    await staff.must('POST', `/api/staff/redemptions/${redemption.id}/correct`, mistyped);
    await distributor.must('GET', '/api/distributors/me/standings');
    await customer.must('POST', '/api/auth/login', { email: customer.email, password: PASSWORD });
    await customer.must('POST', '/api/auth/active-role', { role: 'customer' });
    await owner.must('POST', `${site}/qrs/${root.id}/deactivate`);
    await owner.must('POST', `${site}/qrs/${root.id}/activate`);
    await owner.must('POST', `${site}/qrs/${root.id}/replace-link`, { link: 'distributor' });
    const tree = { qrs: [{ name: 'Whole', type: 'TEXT_REWARD', textReward: 'Tea', parent: null }] };
    await owner.must('POST', `${site}/qrs/tree`, tree);
    const below = await owner.must('GET', `${site}/qrs/${root.id}/below`);
    expect(await owner.must('POST', `${site}/qrs/${root.id}/deactivate-branch`)).toEqual({ changed: below.active + 1 });
    expect(await owner.must('POST', `${site}/qrs/${root.id}/activate-branch`)).toEqual({ changed: below.active + 1 });
    const beside = { name: 'Beside', ...BENEFIT };
    for (const decision of ['approve', 'decline']) {
      const { id } = await distributor.must('POST', `${site}/qrs`, beside);
      await owner.must('POST', `${site}/qrs/${id}/${decision}`);
    }
    for (const more of ['qrs?levels=3', 'qrs?levels=3&show=usable', 'qrs/labels']) {
      await owner.must('GET', `${site}/${more}`);
      await distributor.must('GET', `/api/distributors/me/${more}`);
    }
    await owner.must('GET', `${site}/tree?asOf=${encodeURIComponent(composed.clock().toISOString())}`);
    const now = encodeURIComponent(composed.clock().toISOString());
    await distributor.must('GET', `/api/distributors/me/balances?asOf=${now}`);
    await owner.must('GET', `${site}/balances?asOf=${now}`);
    await distributor.must('GET', '/api/distributors/me/statement');
    await owner.must('GET', `${site}/statement`);
    const [entry] = await distributor.must('GET', '/api/distributors/me/ledger');
    await distributor.must('GET', `/api/ledger/${entry.id}/explanation`);
    expect((await owner.send('POST', `${site}/qrs/${root.id}/reissue`)).body.code).toBe('QR_STILL_VALID');
    vi.useFakeTimers({ toFake: ['Date'], now: composed.clock().getTime() + 2 * DAY_MS });
    await owner.must('POST', `${site}/qrs/${root.id}/reissue`);
    vi.useRealTimers();
    await owner.must('POST', '/api/cancel-subscription');
    const generated = (await owner.must('POST', `${site}/payouts`)).payouts;
    await owner.must('POST', `/api/payouts/${generated[0].id}/cancel`, { reason: 'wrong' });
    const again = (await owner.must('POST', `${site}/payouts`)).payouts;
    await owner.must('POST', `/api/payouts/${again[0].id}/mark-paid`, { reference: 'SEPA 1' });
    const correction = { reference: 'SEPA 2', reason: 'typing_mistake' };
    await owner.must('POST', `/api/payouts/${again[0].id}/reference`, correction);
    await owner.must('POST', `/api/payouts/${again[0].id}/return`, { reason: 'account closed' });
    const [third] = (await owner.must('POST', `${site}/payouts`)).payouts;
    await owner.must('POST', `/api/payouts/${third.id}/mark-paid`, { reference: 'SEPA 3' });
    for (const who of [owner, distributor]) await who.must('GET', '/api/distributors/me/payouts');
    await owner.must('GET', `${site}/payouts`);
    await owner.must('GET', `${site}/flags`);
    await distributor.must('POST', '/api/distributors/me/payout-account');
    await owner.must('GET', `${site}/redemptions`);
    const { entries } = await owner.must('POST', `/api/redemptions/${entry.redemptionId}/reverse`, {
      reason: 'returned',
    });
    await distributor.must('GET', '/api/me/open-balance');
    const debt = { currency: again[0].currency, amount: entries[0].amount, reason: 'agreed' };
    await owner.must('POST', `${site}/distributors/${again[0].distributorId}/write-off`, debt);
    await owner.must('GET', `${site}/blocked-distributors`);
    const [{ scanId }] = await customer.must('GET', '/api/me/scans');
    await customer.must('GET', `/api/me/scans/${scanId}`);
    await owner.must('GET', `${site}/refusals`);
    const brand = { name: 'Luna', logo: null, colour: '#ffcc00', whiteLabel: false };
    await owner.must('PUT', `${site}/brand`, brand);
    await owner.must('GET', `${site}/brand`);
    await owner.must('GET', `/api/support/people/${customer.id}/refusals`);
    await owner.must('POST', `${site}/staff-invitations`, { email: 'withdrawn@example.test' });
    const [{ invitationId }] = await owner.must('GET', `${site}/staff-invitations`);
    await owner.must('DELETE', `${site}/staff-invitations/${invitationId}`);
    const ends = { email: customer.email, until: addDays(dayIn(UTC, composed.clock().getTime()), 30) };
    const { auditorId } = await owner.must('POST', '/api/auditors', ends);
    const { invitationUrl: audit } = await owner.must('POST', `/api/auditors/${auditorId}/invitation`);
    await customer.must('GET', `/api/auditor-invitations/${lastPart(audit)}`);
    await customer.must('POST', `/api/auditor-invitations/${lastPart(audit)}/accept`);
    await customer.must('GET', `${site}/audit`);
    expect(await customer.must('GET', '/api/looks')).toHaveLength(1);
    for (const list of ['/api/auditors', '/api/looks']) expect(await owner.must('GET', list)).toHaveLength(1);
    await owner.must('DELETE', `/api/auditors/${auditorId}`);
    const [{ distributorId }] = await owner.must('GET', `${site}/top-distributors`);
    await owner.must('POST', `${site}/distributors/${distributorId}/block`, { reason: 'Own scans' });
    await owner.must('POST', `${site}/distributors/${distributorId}/unblock`);
    await owner.must('POST', `${site}/qrs/${root.id}/release-claim`);
    await owner.must('DELETE', `${site}/staff/${staff.id}`);
    const [{ at: readUntil }] = await owner.must('GET', '/api/me/notifications');
    await owner.must('PUT', '/api/me/notifications/read-until', { readUntil });
    expect(await owner.must('GET', '/api/me/notifications?limit=2')).toMatchObject([
      { isRead: true },
      { isRead: true },
    ]);
    await customer.must('PUT', '/api/me/profile', { firstName: 'Ana', lastName: null });
    await customer.must('POST', '/api/me/email', { email: customer.email });
    await customer.must('POST', '/api/auth/confirm-identity', { currentPassword: PASSWORD });
    await customer.must('POST', '/api/auth/end-other-sessions', { currentPassword: PASSWORD });
    await customer.must('GET', '/api/auth/second-factor');
    const { secret } = await customer.must('POST', '/api/auth/second-factor/begin', { currentPassword: PASSWORD });
    const oneTimeCode = codeAt(secret, composed.clock());
    const { recoveryCodes } = await customer.must('POST', '/api/auth/second-factor/confirm', { oneTimeCode });
    const recovered = { currentPassword: PASSWORD, oneTimeCode: recoveryCodes[0] };
    await customer.must('POST', '/api/auth/second-factor/turn-off', recovered);
    const newPassword = 'another long password';
    await customer.must('POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword });
    const { token } = await composed.identity.beginPasswordReset(customer.email);
    const setAgain = 'a third long password';
    await customer.must('POST', '/api/auth/reset-password', { token, newPassword: setAgain });
    await customer.must('POST', '/api/auth/login', { email: customer.email, password: setAgain });
    await customer.must('POST', '/api/me/erase', { password: setAgain });
    const answered = answeredCalls(composed.app);
    // Other calls have specs of their own.
    const others = new Set(
      Object.keys({
        ...apiKeyCalls,
        ...approvalCalls,
        ...auditChainCalls,
        ...auditCheckCalls,
        ...auditReportCalls,
        ...distributorInvitationCalls,
        ...fileCalls,
        ...flagReviewCalls,
        ...mailCalls,
        ...operationCalls,
        ...payoutEntryCalls,
        ...payoutFundingCalls,
        ...pictureCalls,
        ...projectionCalls,
        ...qrDesignCalls,
        ...supportCalls,
        ...dataRequestCalls,
        ...tenantCalls,
        ...termCalls,
        ...v1Calls,
        ...webhookEndpointCalls,
        ...viewAsCalls,
      }),
    );
    const named = Object.keys(calls).filter((name) => !others.has(name));
    expect(named.filter((name) => !answered.has(name as keyof typeof calls))).toEqual([]);
  });
});
