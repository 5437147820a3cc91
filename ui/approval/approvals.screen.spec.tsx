import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import type { ClosedMonthAnswer } from '@perktree/contracts/audit/report-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { region, seeText } from '../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { seeInBoth } from '../testing/see.ts';
import { openShop, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const PAYOUT_ID = '00000000-0000-4000-8000-000000000003';
const SAM = { id: 'sam', name: 'Sam Staff' };
const OLGA = { id: 'olga', name: 'Olga Owner' };
const FINGERPRINT = 'ab'.repeat(32);
const sums = { opening: '10.00', earned: '120.00', takenBack: '-20.00', paidOut: '60.00', writtenOff: '0.00' };
const APPROVALS: ApprovalsAnswer = {
  ...{ siteId: SITE.id, siteName: SITE.name, siteTimeZone: 'Europe/Madrid', currency: 'EUR' },
  ...{ payoutsAbove: '500.00', monthsNeedSignOff: true, approvers: [SAM], isApprover: false },
  payouts: [
    {
      ...{ id: PAYOUT_ID, distributor: { id: 'dana', name: 'Dana' }, amount: '750.00', currency: 'EUR' },
      ...{ createdAt: '2026-07-01T22:30:00.000Z', approved: null },
    },
  ],
  months: [
    {
      ...{ month: '2026-06', position: '4711', fingerprint: FINGERPRINT, signedOff: null },
      totals: [{ currency: 'EUR', ...sums, closing: '50.00' }],
      closed: { by: OLGA, at: '2026-07-02T08:00:00.000Z' },
    },
  ],
};

beforeEach(() => {
  api.answerReads('empty');
  openShop([]);
  api.on(calls.approvals, APPROVALS);
});

describe('an approver', () => {
  beforeEach(() => {
    signIn('staff');
    api.on(calls.approvals, { ...APPROVALS, isApprover: true });
  });

  it('approves a payout', async () => {
    await openScreen('/approvals', { viewport: PHONE });
    const payouts = region('Payouts that need approval');
    await seeText('Jul 2, 2026, 12:30\u202fAM', payouts);
    const [payout] = APPROVALS.payouts as [ApprovalsAnswer['payouts'][number]];
    const answer = { ...payout, approved: { by: SAM, at: NOW.toISOString() } };
    api.on(calls.approvePayout, () => {
      const after = { ...APPROVALS, isApprover: true, payouts: [answer] };
      api.on(calls.approvals, after);
      return after;
    });
    await payouts.getByRole('button', { name: 'Approve the payout of €750.00 to Dana' }).click();
    await seeToast('Payout approved', 'Dana: €750.00');
    await seeText('Approved', payouts, { exact: true });
    expect(api.sent(calls.approvePayout)[0]?.params).toEqual({ payoutId: PAYOUT_ID });
  });

  const of = { siteId: SITE.id, month: '2026-06' };
  const counts = { entries: 4, reversals: 1, payouts: 2 };
  const [closed] = APPROVALS.months as [ApprovalsAnswer['months'][number]];
  const BY_EVENTS: ClosedMonthAnswer = {
    ...{ ...of, from: '2026-05-31T22:00:00.000Z', to: '2026-06-30T22:00:00.000Z', timeZone: 'Europe/Madrid' },
    ...{ position: '4711', fingerprint: FINGERPRINT, distributors: [] },
    totals: closed.totals.map((total) => ({ ...counts, ...total })),
  };
  const check = async () => {
    await openScreen('/approvals', { viewport: PHONE });
    const month = region('June 2026');
    await seeText('Closed by Olga Owner', month, { exact: false });
    expect(month.getByRole('button', { name: 'Sign off June 2026' }).elements()).toEqual([]);
    await month.getByRole('button', { name: 'Check the figures of June 2026' }).click();
    return month;
  };

  it('signs a month off once its figures agree with the events, and reads why not', async () => {
    api.on(calls.closedMonth, BY_EVENTS);
    const month = await check();
    await seeText('These are the figures that the events of the month give.', month);
    const text = 'The month was closed again with other figures. Look at them, then sign off.';
    api.on(calls.signOffMonth, () => {
      const again = { position: '4712', fingerprint: 'cd'.repeat(32) };
      api.on(calls.approvals, { ...APPROVALS, isApprover: true, months: [{ ...closed, ...again }] });
      api.on(calls.closedMonth, { ...BY_EVENTS, ...again });
      return refusal(409, text);
    });
    await page.getByRole('button', { name: 'Sign off June 2026' }).click();
    await seeToast('Error signing off the month', text, { isFailure: true });
    expect(api.sent(calls.closedMonth)[0]).toMatchObject({ params: of });
    expect(api.sent(calls.signOffMonth)[0]).toMatchObject({
      params: of,
      body: { position: '4711', fingerprint: FINGERPRINT, totals: closed.totals },
    });
    expect(overflow()).toEqual([]);
    await seeText('Fingerprint of the figures: cdcd', month, { exact: false });
    await seeText('These are the figures that the events of the month give.', month);
  });

  it.each<[string, Partial<ClosedMonthAnswer>]>([
    ['fingerprint', { fingerprint: 'cd'.repeat(32) }],
    ['position', { position: '4710' }],
    ['amount', { totals: BY_EVENTS.totals.map((total) => ({ ...total, earned: '12.00' })) }],
    ['currency', { totals: [] }],
  ])('is not offered the sign-off of another %s than that of the events', async (_, other) => {
    api.on(calls.closedMonth, { ...BY_EVENTS, ...other });
    const month = await check();
    await expect.element(month.getByRole('alert')).toHaveTextContent(/give other figures.*Ask Olga Owner to close it/);
    await expect.element(month.getByRole('table', { name: 'June 2026 by its events' })).toBeVisible();
    expect(page.getByRole('button', { name: /^Sign off/ }).elements()).toEqual([]);
  });

  it('reads that the figures could not be checked', async () => {
    api.on(calls.closedMonth, refusal(503, 'The history cannot be read now.'));
    const month = await check();
    await seeText('The history cannot be read now.', month);
    expect(page.getByRole('button', { name: /^Sign off/ }).elements()).toEqual([]);
  });
});

it('staff who do not approve read that, and no failure', async () => {
  signIn('staff');
  api.on(calls.approvals, refusal(403, 'The owner of this site has not named you.', 'NOT_APPROVER'));
  await openScreen('/approvals', { viewport: PHONE });
  await seeInBoth({ texts: [['You do not approve here', 'Aquí no apruebas']] });
  expect(page.getByRole('alert').elements()).toEqual([]);
});

it('says that the sites could not be loaded, and that there are none', async () => {
  signIn('site_owner');
  api.on(calls.listSites, refusal(500, 'What the server says.'));
  await openScreen('/approvals', { viewport: PHONE });
  await expect.element(page.getByRole('alert').getByText('What the server says.')).toBeVisible();
  api.on(calls.listSites, []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await seeInBoth({ texts: [['No sites yet', 'Todavía no hay sitios']] });
});

describe('the owner', () => {
  beforeEach(() => {
    signIn('site_owner');
    const person = { userId: 'sam', name: 'Sam Staff', email: 'sam@shop.test', joinedAt: NOW.toISOString() };
    api.on(calls.listStaff, [{ ...person, status: 'active' }], { total: 1 });
  });

  it('reads that a limit from before a reload is not saved, and sees the saved one again', async () => {
    const limit = () => region('What needs a second person').getByRole('textbox', { name: 'Payouts above (€)' });
    await openScreen('/approvals', { viewport: PHONE });
    await limit().fill('250');
    await openScreen('/approvals', { viewport: PHONE });
    await expect.element(limit()).toHaveValue('250');
    await seeText('This is what you entered before. It is not saved yet.');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.element(limit()).toHaveValue('500.00');
    expect(api.sent(calls.setApprovalRule)).toEqual([]);
  });

  it('sets the rule, and cannot approve', async () => {
    api.on(calls.setApprovalRule, APPROVALS);
    await openScreen('/approvals');
    await seeText('Waits for approval', region('Payouts that need approval'));
    expect(page.getByRole('button', { name: /^Approve|^Sign off/ }).elements()).toEqual([]);
    const rule = region('What needs a second person');
    await rule.getByRole('textbox', { name: 'Payouts above (€)' }).fill('250');
    await expect.element(rule.getByRole('switch', { name: 'Sam Staff · sam@shop.test' })).toBeChecked();
    await rule.getByRole('button', { name: 'Save' }).click();
    await seeToast('Rule saved', null);
    expect(api.sent(calls.setApprovalRule)[0]?.body).toEqual({
      ...{ payoutsAbove: '250', seen: { payoutsAbove: '500.00' } },
    });
    expect(overflow()).toEqual([]);
  });

  it('reads what was changed meanwhile, and loads it', async () => {
    const changed = { code: 'CHANGED_MEANWHILE', message: 'Changed.' };
    const issues = [{ ...changed, path: 'approverIds', current: ['sam', 'sue'] }];
    api.on(calls.setApprovalRule, refusal(409, 'This was changed meanwhile.', 'EDITED_MEANWHILE', { issues }));
    await openScreen('/approvals');
    const rule = region('What needs a second person');
    const sam = rule.getByRole('switch', { name: 'Sam Staff · sam@shop.test' });
    await sam.click();
    await rule.getByRole('button', { name: 'Save' }).click();
    await rule.getByRole('alert').getByRole('button').first().click();
    await expect.element(sam).toBeChecked();
    expect(api.bodies(calls.setApprovalRule)).toEqual([{ approverIds: [], seen: { approverIds: ['sam'] } }]);
  });
});
