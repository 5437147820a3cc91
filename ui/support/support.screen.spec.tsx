import type { DataRequestAnswer } from '@perktree/contracts/account/data-request-calls';
import type { ExplanationAnswer } from '@perktree/contracts/audit/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { SupportFound, SupportSubject, TimelineEvent } from '@perktree/contracts/support/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { field, press, region, seeNoDialog, seeText } from '../testing/forms.ts';
import { api, NOW, opened, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { sampleOf } from '../testing/sample.ts';
import { savedFiles } from '../testing/saved-files.ts';
import { asOwner, REDEMPTION as CONFIRMED, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const id = (n: number) => `00000000-0000-4000-8000-00000000006${n}`;
const [CUSTOMER_ID, REDEMPTION_ID, ENTRY_ID] = [id(1), id(2), id(3)];
const site = { id: SITE.id, name: SITE.name };
const CUSTOMER: SupportSubject = {
  ...{ kind: 'customer', id: CUSTOMER_ID, title: 'Cleo Customer', email: null, site: null, code: null, at: null },
  dispute: null,
};
const found = (subject: SupportSubject): SupportFound => ({
  ...{ ...subject, tenantId: null, customer: null, amount: null, currency: null },
});
const REDEMPTION: SupportSubject = {
  ...{ ...CUSTOMER, kind: 'redemption', id: REDEMPTION_ID, title: 'Harbour Flyers', site },
};
const CLEO = { id: CUSTOMER_ID, name: 'Cleo Customer', email: null };
const REDEEMED: TimelineEvent = {
  ...{ eventId: id(4), type: 'BenefitRedeemed', position: '70', at: NOW.toISOString(), command: 'RedeemAtCounter' },
  ...{ actor: { role: 'staff', person: { id: 'sam', name: 'Sam Staff', email: null } }, site },
  siteTimeZone: 'Pacific/Kiritimati',
  ...{ qr: { id: QR.id, name: 'Harbour Flyers' }, redemptionId: REDEMPTION_ID, payoutId: null, customer: CLEO },
  ...{ distributor: null, amount: '40.00', currency: 'EUR', reason: null, reasonCode: null },
  entries: [{ id: ENTRY_ID, qrId: QR.id, owner: { id: 'dana', name: 'Dana Partner', email: null }, amount: '1.33' }],
};

beforeEach(() => {
  asOwner();
  api.on(calls.supportSearch, [found(CUSTOMER)]);
  api.on(calls.supportSubject, ({ params: { kind } }) => (kind === 'customer' ? CUSTOMER : REDEMPTION));
  api.on(calls.supportTimeline, [REDEEMED], { total: 1 });
});
const ALL = 'Name, e-mail, code or amount';
const timeline = () => region('Timeline');
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const search = async (text: string, label = 'Code, id, e-mail or name', submit = 'Search') => {
  await page.getByRole('searchbox', { name: label }).fill(text);
  await press(submit, page);
};

it('leads an owner from an address to the customer, a redemption and the explanation of its cents', async () => {
  const explanation = sampleOf(calls.explainEntry, 'filled') as ExplanationAnswer;
  const entry = { ...explanation.entry, siteTimeZone: 'Pacific/Kiritimati' };
  api.on(calls.explainEntry, { ...explanation, entry });
  await openScreen('/sites', { viewport: PHONE });
  await page.getByRole('link', { name: 'Support' }).click();
  await search('cleo@example.test');
  const found = page.getByRole('list', { name: 'Results' });
  await found.getByRole('link', { name: 'Customer: Cleo Customer' }).click();
  expect(api.bodies(calls.supportSearch)).toEqual([{ q: 'cleo@example.test' }]);
  await expect.element(heading('Customer: Cleo Customer')).toBeVisible();
  for (const text of ['Redeemed by Cleo Customer', 'By Sam Staff as Staff'])
    await expect.element(timeline().getByText(text).first()).toBeVisible();
  // An e-mail address does not belong in addresses of pages.
  expect(location.href).not.toContain('cleo');
  expect(overflow()).toEqual([]);
  await timeline().getByRole('link', { name: 'Redemption Harbour Flyers: timeline' }).click();
  await expect.element(heading('Redemption: Harbour Flyers')).toBeVisible();
  // The days of the site, and not of this browser.
  const when = 'Jul 2, 2026, 12:00 AM';
  await seeText(`${when} (Pacific/Kiritimati)`, timeline(), { exact: false });
  await press('Explain €1.33 of Dana Partner', timeline());
  await seeText(`Recorded ${when} (Pacific/Kiritimati)`, page.getByRole('dialog'), { exact: false });
  await seeText('gives the same amounts', page.getByRole('dialog'), { exact: false });
  await press('Close');
  const trees = timeline()
    .getByRole('link', { name: `Trees of ${SITE.name} at that time` })
    .first();
  await expect.element(trees).toHaveAttribute('href', `/sites/${SITE.id}/history?at=70`);
});

it('says so where nothing is found; Back leads to the results again', async () => {
  signIn('superadmin');
  const ferry: SupportSubject = { ...REDEMPTION, kind: 'qr', title: 'Ferry Terminal' };
  api.on(calls.supportSearch, ({ body }) => ((body as { q: string }).q === 'ferry' ? [found(ferry)] : []));
  await openScreen('/support');
  await search('unknown@example.test', ALL);
  await seeText('No results');
  await search('ferry', ALL);
  await page.getByRole('link', { name: 'QR: Ferry Terminal' }).click();
  await seeText('Redeemed by Cleo Customer', timeline());
  history.back();
  await expect.element(page.getByRole('link', { name: 'QR: Ferry Terminal' })).toBeVisible();
});

it('a dispute is opened, answered and closed', async () => {
  let state: 'open' | 'answered' | 'closed' | null = null;
  api.on(calls.supportSubject, () => ({ ...REDEMPTION, dispute: state }));
  await openScreen(`/support/redemption/${REDEMPTION_ID}`, { viewport: PHONE });
  await settled();
  const dispute = region('Dispute');
  for (const [button, submit, done, next] of [
    ['Open a dispute', 'Open', 'Dispute opened', 'open'],
    ['Answer the dispute', 'Answer', 'Dispute answered', 'answered'],
    ['Close the dispute', 'Close dispute', 'Dispute closed', 'closed'],
  ] as const) {
    await press(button, dispute);
    const dialog = page.getByRole('dialog', { name: button });
    await field('Note', dialog).fill(`Note on ${next}.`);
    api.on(calls.noteDispute, () => {
      state = next;
      return { redemptionId: REDEMPTION_ID, noteId: id(7), state: next };
    });
    await press(submit, dialog);
    await seeToast(done, null);
    await seeNoDialog();
  }
  await expect.element(dispute.getByRole('button', { name: 'Open a dispute' })).toBeVisible();
  expect(api.bodies(calls.noteDispute)).toEqual([
    { action: 'open', text: 'Note on open.' },
    { action: 'answer', text: 'Note on answered.' },
    { action: 'close', text: 'Note on closed.' },
  ]);
});

it('a note that was not sent stays with its action', async () => {
  const showing = async () => {
    await openScreen(`/support/redemption/${REDEMPTION_ID}`, { viewport: PHONE });
    await settled();
  };
  api.on(calls.supportSubject, { ...REDEMPTION, dispute: 'open' });
  await showing();
  await press('Answer the dispute', region('Dispute'));
  await field('Note').fill('We pay it with the next payout.');
  await showing();
  await press('Close the dispute', region('Dispute'));
  await expect.element(field('Note')).toHaveValue('');
  await press('Cancel');
  await press('Answer the dispute', region('Dispute'));
  await expect.element(field('Note')).toHaveValue('We pay it with the next payout.');
});

it('a person that was typed on one page is not viewed as from the page of another one', async () => {
  signIn('superadmin');
  api.on(calls.startViewing, sampleOf(calls.startViewing, 'filled') as never);
  await openScreen('/support');
  await page.getByRole('textbox', { name: 'E-mail or id of the person' }).fill('mallory@example.test');
  api.on(calls.supportSubject, { ...CUSTOMER, email: 'cleo@example.test' });
  await openScreen(`/support/customer/${CUSTOMER_ID}`);
  await press('View as', region('View as'));
  await expect.poll(() => opened).toEqual(['/']);
  expect(api.bodies(calls.startViewing)).toEqual([
    { person: CUSTOMER_ID, role: 'customer', reason: 'support_request', note: null },
  ]);
});

it('is reached from an open dispute, and from a redemption of a site', async () => {
  api.on(calls.siteRedemptions, [{ ...CONFIRMED, id: REDEMPTION_ID, qrName: 'Harbour Flyers' }], { total: 1 });
  api.on(
    calls.disputes,
    [
      {
        ...{ redemptionId: REDEMPTION_ID, title: 'Ferry Terminal', site, state: 'open', notes: 1 },
        ...{ openedAt: NOW.toISOString(), changedAt: NOW.toISOString() },
      },
    ],
    { total: 1 },
  );
  await openScreen('/support', { viewport: PHONE });
  await page.getByRole('link', { name: /^Ferry Terminal · Corner Café/ }).click();
  await expect.element(heading('Redemption: Harbour Flyers')).toBeVisible();
  await openScreen('/sites', { viewport: PHONE });
  await page.getByRole('link', { name: `Redemptions of ${SITE.name}` }).click();
  await page.getByRole('link', { name: /^Timeline of .* of Cleo Customer/ }).click();
  await seeText('Redeemed by Cleo Customer', timeline());
});

it('a superadmin goes from the list of businesses to one of them', async () => {
  signIn('superadmin');
  const tenant = {
    ...{
      id: id(8),
      owner: { id: id(9), name: 'Olga Owner', email: 'olga@example.test' },
      plan: 'pro' as const,
      sites: 1,
    },
    createdAt: NOW.toISOString(),
  };
  api.on(calls.tenants, [tenant], { total: 1 });
  api.on(calls.tenant, {
    ...tenant,
    siteList: [{ ...site, currency: 'EUR', isActive: false, createdAt: NOW.toISOString() }],
    people: [{ id: id(3), name: 'Sam Staff', email: 'sam@example.test', role: 'staff', site }],
    limits: [{ limit: 'activeQrs', used: 40, allowed: 100 }],
    ...{ blocked: 0, failures: [] },
  });
  await openScreen('/support', { viewport: PHONE });
  await page.getByRole('link', { name: 'Businesses' }).click();
  await page.getByRole('link', { name: /^Olga Owner/ }).click();
  await expect.element(heading('Business: Olga Owner')).toBeVisible();
  for (const text of ['Plan: Pro', 'Active QRs: 40 of 100']) await seeText(text);
  const audit = page.getByRole('link', { name: 'Audit of Corner Café' });
  await expect.element(audit).toHaveAttribute('href', `/sites/${SITE.id}/audit`);
});

it('results of superadmins lead to businesses, sites and payouts', async () => {
  signIn('superadmin');
  const payout: SupportFound = {
    ...{ ...found(REDEMPTION), kind: 'payout', id: id(5), title: 'Dana Partner', tenantId: id(8) },
    ...{ amount: '12.50', currency: 'EUR' },
  };
  api.on(calls.supportSearch, [
    payout,
    { ...payout, kind: 'tenant', id: id(8), title: 'Olga Owner', site: null, amount: null, currency: null },
    { ...payout, kind: 'site', id: SITE.id, title: SITE.name, amount: null, currency: null },
  ]);
  await openScreen('/support', { viewport: PHONE });
  await search('12,50 €', ALL);
  const link = (name: string) => page.getByRole('link', { name });
  await expect.element(link('Payout: Dana Partner')).toHaveAttribute('href', `/payouts/${id(5)}`);
  await expect.element(link('Business: Olga Owner')).toHaveAttribute('href', `/support/tenants/${id(8)}`);
  await expect.element(link('Site: Corner Café')).toHaveAttribute('href', `/sites/${SITE.id}/audit`);
  await seeText('€12.50');
});

it('an owner exports what its sites hold, and asks for an erasure', async () => {
  const saved = savedFiles();
  const { file: sample } = sampleOf(calls.askDataRequest, 'filled') as CallAnswer<typeof calls.askDataRequest>;
  api.on(calls.askDataRequest, ({ body }) => {
    const isExport = (body as { kind: string }).kind === 'export';
    return { id: id(7), state: isExport ? 'done' : 'open', file: isExport ? sample : null } as never;
  });
  await openScreen(`/support/customer/${CUSTOMER_ID}`, { viewport: PHONE });
  await press('Data request', page);
  await field('Reason').fill('By letter');
  await press('Export', page.getByRole('dialog'));
  await seeToast('Carried out', null);
  await seeNoDialog();
  await expect
    .poll(() => saved.map(([name]) => name))
    .toEqual([expect.stringMatching(/^Cleo-Customer_data_.*\.json$/)]);
  expect(JSON.parse(saved[0]?.[1] ?? '')).toEqual(sample);
  await press('Data request', page);
  await page.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Erase the account' }).click();
  await field('Reason').fill('By letter');
  await press('Send to the operator', page.getByRole('dialog'));
  await seeToast('Sent to the operator', null);
  expect(api.bodies(calls.askDataRequest)).toEqual(
    ['export', 'erasure'].map((kind) => ({ personId: CUSTOMER_ID, kind, askedBy: 'person', reason: 'By letter' })),
  );
});

it('a superadmin carries out what an owner asks by one click, and an owner sees what became of it', async () => {
  const request: DataRequestAnswer = {
    ...{ id: id(7), at: NOW.toISOString(), kind: 'correction', state: 'open', askedBy: 'person', reason: 'By letter' },
    ...{
      person: { id: CUSTOMER_ID, name: 'Cleo Customer' },
      enteredBy: 'Olga Owner',
      firstName: null,
      lastName: 'Verdigris',
      decidedAt: null,
    },
    dueAt: new Date(NOW.getTime() + 30 * 86_400_000).toISOString(),
  };
  let state: 'open' | 'done' = 'open';
  api.on(calls.dataRequests, () => [{ ...request, state }]);
  api.on(calls.decideDataRequest, () => {
    state = 'done';
    return { id: request.id, state };
  });
  const list = () => page.getByRole('list', { name: 'Data requests' });
  await openScreen('/support');
  await seeText('Correct the name: Cleo Customer · Verdigris', list());
  await seeText('Open', list(), { exact: true });
  expect(page.getByRole('button', { name: 'Carry out' }).elements()).toEqual([]);
  signIn('superadmin');
  await openScreen('/support', { viewport: PHONE });
  await press('Carry out: Correct the name: Cleo Customer', page);
  await seeToast('Carried out', 'Correct the name: Cleo Customer');
  await seeText('Done', list(), { exact: true });
  expect(api.sent(calls.decideDataRequest)).toMatchObject([
    { params: { requestId: request.id }, body: { decision: 'done' } },
  ]);
});

it('a superadmin is asked once more before an account is erased', async () => {
  const [sample] = sampleOf(calls.dataRequests, 'filled') as CallAnswer<typeof calls.dataRequests>;
  if (sample === undefined) throw new Error('there is no sample');
  const person = { id: CUSTOMER_ID, name: 'Cleo Customer' };
  const request: DataRequestAnswer = { ...sample, id: id(7), person, kind: 'erasure', state: 'open' };
  api.on(calls.dataRequests, () => [request]);
  api.on(calls.decideDataRequest, () => ({ id: request.id, state: 'done' as const }));
  signIn('superadmin');
  await openScreen('/support', { viewport: PHONE });
  await press('Carry out: Erase the account: Cleo Customer', page);
  await press('Cancel', page.getByRole('dialog'));
  await seeNoDialog();
  expect(api.sent(calls.decideDataRequest)).toEqual([]);
  await press('Carry out: Erase the account: Cleo Customer', page);
  await press('Erase the account', page.getByRole('dialog'));
  await seeToast('Carried out', 'Erase the account: Cleo Customer');
  expect(api.bodies(calls.decideDataRequest)).toEqual([{ decision: 'done' }]);
});
