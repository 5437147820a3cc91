import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { press, seeText } from '../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { asOwner, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';
import { CLOSED } from './testing/answers.ts';

const SUMS = {
  ...{ currency: 'EUR' as const, opening: '0.00', earned: '12.00', takenBack: '0.00', paidOut: '4.00' },
  ...{ writtenOff: '0.00', closing: '8.00' },
};
const APPROVALS: ApprovalsAnswer = {
  ...{ siteId: SITE.id, siteName: SITE.name, siteTimeZone: 'UTC', currency: 'EUR', payoutsAbove: null },
  ...{ monthsNeedSignOff: true, approvers: [], isApprover: false, payouts: [], months: [] },
};
const MONTH: ApprovalsAnswer['months'][number] = {
  ...{ month: CLOSED.month, position: CLOSED.position, fingerprint: CLOSED.fingerprint, totals: [SUMS] },
  ...{ closed: { by: { id: 'olga', name: 'Olga Owner' }, at: NOW.toISOString() }, signedOff: null },
};
const SIGNED: typeof MONTH = { ...MONTH, signedOff: { by: { id: 'sam', name: 'Sam Staff' }, at: NOW.toISOString() } };

beforeEach(() => {
  asOwner();
  api.on(calls.closedMonth, CLOSED);
});
const open = (months: ApprovalsAnswer['months']) => {
  api.on(calls.approvals, { ...APPROVALS, months });
  return openScreen(`/sites/${SITE.id}/audit`, { viewport: PHONE });
};
async function panelOf(title: string) {
  const panel = page.getByRole('region', { name: title, exact: true });
  await expect.element(panel).toBeInTheDocument();
  panel.element().scrollIntoView({ behavior: 'instant' });
  return panel;
}

describe('the close of a month', () => {
  it('says that it could not be loaded', async () => {
    api.on(calls.approvals, refusal(500, 'What the server says.'));
    await openScreen(`/sites/${SITE.id}/audit`, { viewport: PHONE });
    const panel = await panelOf('Monthly close');
    await seeText('What the server says.', panel);
    api.on(calls.approvals, APPROVALS);
    await press('Try again', panel);
    await expect.element(panel.getByRole('button', { name: 'Close with these figures' })).toBeVisible();
  });

  it('is recorded by the owner with the figures that the panel shows, or refused', async () => {
    await open([]);
    const panel = await panelOf('Monthly close');
    api.on(calls.closeMonth, refusal(409, 'This month is closed and signed off.'));
    await press('Close with these figures', panel);
    await seeToast('Error closing the month', 'This month is closed and signed off.', { isFailure: true });
    api.on(calls.closeMonth, () => {
      const after = { ...APPROVALS, months: [MONTH] };
      api.on(calls.approvals, after);
      return after;
    });
    await press('Close with these figures', panel);
    await seeToast('Month closed', null);
    await seeText(/^Closed with these figures by Olga Owner/, panel);
    await seeText(/It waits for the sign-off of an approver\.$/, panel);
    expect(api.sent(calls.closeMonth)[1]).toMatchObject({
      ...{ params: { siteId: SITE.id, month: CLOSED.month } },
      body: { position: CLOSED.position, fingerprint: CLOSED.fingerprint, totals: [SUMS] },
    });
    expect(overflow()).toEqual([]);
  });

  it('that was signed off meanwhile is refused, and then names both people', async () => {
    await open([]);
    const panel = await panelOf('Monthly close');
    api.on(calls.approvals, { ...APPROVALS, months: [SIGNED] });
    api.on(calls.closeMonth, refusal(409, 'This month is closed and signed off.'));
    await press('Close with these figures', panel);
    await seeText(/Olga Owner.*\(UTC\).*Sam Staff/, panel.getByRole('alert'));
    expect(panel.getByRole('button', { name: 'Close with these figures' }).elements()).toEqual([]);
  });

  it('that was signed off names both people, and is not closed again', async () => {
    await open([SIGNED]);
    const panel = await panelOf('Monthly close');
    await seeText(/Olga Owner.*\(UTC\).*Sam Staff/, panel.getByRole('alert'));
    expect(panel.getByRole('button', { name: 'Close with these figures' }).elements()).toEqual([]);
  });

  it.each<[string, Partial<typeof MONTH>]>([
    ['fingerprint', { fingerprint: 'cd'.repeat(32) }],
    ['amount', { totals: [{ ...SUMS, earned: '912.00' }] }],
  ])('that differs from the figures of today by its %s is an error, and can be closed again', async (_, other) => {
    await open([{ ...MONTH, ...other }]);
    const panel = await panelOf('Monthly close');
    await seeText(/with other figures than these\./, panel);
    await expect.element(panel.getByRole('button', { name: 'Close with these figures' })).toBeVisible();
  });

  it('is read by auditors, who close nothing', async () => {
    signIn('auditor');
    await open([MONTH]);
    const panel = await panelOf('Monthly close');
    await seeText(/^Closed with these figures by Olga Owner/, panel);
    expect(panel.getByRole('button', { name: 'Close with these figures' }).elements()).toEqual([]);
  });
});
