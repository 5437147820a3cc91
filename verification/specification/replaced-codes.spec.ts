import { openBusiness, tokensOf } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { expect, it } from 'vitest';

const composed = await useComposedApp();
const shop = await openBusiness(composed.app, 'replaced', 'ultra');
const signedOut = new Visitor(composed.app, 'signed-out');

const message = 'This code was replaced. Ask the shop for the new one.';
const REPLACED = { success: false, code: 'CODE_REPLACED', message };
const replace = (qrId: string, link: 'customer' | 'distributor') =>
  shop.owner.must('POST', `${shop.site}/qrs/${qrId}/replace-link`, { link });

it('a replaced customer code opens and redeems nothing; the new one does, for the same QR with its claim and totals', async () => {
  const { owner, distributor, customer, staff, site } = shop;
  const root = await shop.make();
  await distributor.must('POST', '/api/claim-qr', { token: root.distributorToken });
  const before = await customer.must('POST', '/api/scan', { token: root.customerToken });
  const replaced = await replace(root.id, 'customer');
  expect(replaced).toMatchObject({ id: root.id, isClaimed: true, totalScans: 1, issuePeriod: 1 });

  const { customerToken, distributorToken } = await tokensOf(owner, site, root.id);
  expect(customerToken).not.toBe(root.customerToken);
  expect(distributorToken).toBe(root.distributorToken);
  const [label] = await owner.must('GET', `${site}/qrs/labels?ids=${root.id}`);
  expect(label.customerUrl).toContain(customerToken);

  const token = root.customerToken;
  const info = await signedOut.call('GET', `/api/scan-info/customer/${token}`);
  expect(info).toMatchObject({ status: 410, body: REPLACED });
  expect(await signedOut.call('GET', `/api/scan-info/distributor/${token}`)).toMatchObject({ status: 404 });
  for (const who of [signedOut, customer]) {
    expect(await who.call('POST', '/api/scan', { token })).toMatchObject({ status: 200, body: REPLACED });
  }
  expect(await customer.call('POST', '/api/redeem', { token })).toMatchObject({ status: 200, body: REPLACED });

  const again = await customer.must('POST', '/api/scan', { token: customerToken });
  expect(again).toMatchObject({ scanId: before.scanId, redemptionCode: before.redemptionCode });
  const qrs: readonly { id: string }[] = await distributor.must('GET', '/api/distributors/me/qrs');
  expect(qrs.find(({ id }) => id === root.id)).toMatchObject({ totalScans: 1, isMine: true });

  // A scan that was opened with the old code has a code of its own, which staff still redeem.
  const { redemptionCode } = before;
  const body = { redemptionCode, saleAmount: '40.00' };
  expect(await staff.must('POST', '/api/staff/redeem', body)).toMatchObject({ success: true });
  const timeline = await owner.must('GET', `/api/support/qr/${root.id}/timeline`);
  expect(timeline.map(({ type }: { type: string }) => type)).toContain('QrLinkReplaced');
  expect(JSON.stringify(timeline)).not.toContain(customerToken);
});

it('a replaced distributor code claims nothing; the new one does', async () => {
  const { owner, site } = shop;
  const made = await shop.make();
  const rival = await new Visitor(composed.app, 'rival').register('distributor');
  const claim = (token: string) => rival.call('POST', '/api/claim-qr', { token });
  expect(await claim(made.customerToken)).toMatchObject({ status: 400, body: { success: false } });
  await replace(made.id, 'distributor');
  expect(await claim(made.distributorToken)).toMatchObject({ status: 410, body: REPLACED });
  const info = await signedOut.call('GET', `/api/scan-info/distributor/${made.distributorToken}`);
  expect(info).toMatchObject({ status: 410, body: REPLACED });
  const { distributorToken } = await tokensOf(owner, site, made.id);
  expect(await claim(distributorToken)).toMatchObject({ status: 200, body: { success: true } });
});
