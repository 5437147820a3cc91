import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { dialog, press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { see } from '../testing/see.ts';
import { codeOf, openShop, QR, SITE } from '../testing/shop.ts';

const USED = { ...QR, maxRedemptions: 50, periodRedemptions: 3, expiresAtUtc: '2026-07-05T10:00:00.000Z' } as const;
const RENEWING = { ...USED, renewalPolicy: 'auto_reissue_on_expire' } as const;

const TREES = `/qr-management?site=${SITE.id}`;
const ENDS = /^Expires .*2026/;
const RENEWS = /^Renews .*2026/;
const EDIT = 'Edit';
const SHOW = 'Show QR';
const SAVE = 'Save Changes';
const END = 'End: printed codes stop working';

/** When a QR ends and what is used of it. */
const seeUsed = (when: RegExp, within: typeof page | Locator = page) =>
  expect.element(within.getByText('used 3 of 50')).toHaveTextContent(when);

it('is in the row, in Edit and in Show QR', async () => {
  signIn('site_owner');
  openShop([USED]);
  api.on(calls.qrCode, codeOf('Winter'));
  api.answerReads('empty');
  await openScreen(TREES);
  await seeUsed(ENDS);
  await press(SHOW, page);
  await seeUsed(ENDS, dialog());
  expect(overflow()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await seeNoDialog();
});

it('is changed in Edit for the campaign', async () => {
  signIn('site_owner');
  openShop([RENEWING]);
  api.on(calls.editQr, USED);
  await openScreen(TREES);
  await press(EDIT, page);
  await seeUsed(RENEWS, dialog());
  await dialog().getByRole('combobox', { name: 'When the period ends' }).click();
  await page.getByRole('option', { name: END }).click();
  await press(SAVE);
  await seeNoDialog();
  expect(api.sent(calls.editQr).at(-1)?.body).toEqual({
    ...{ renewalPolicy: 'none', seen: { renewalPolicy: 'auto_reissue_on_expire' } },
  });
});

it('is said before a QR is created', async () => {
  signIn('site_owner');
  openShop([]);
  api.answerReads('empty');
  await openScreen(TREES);
  await see({ parts: [/The first period ends .*2026/] });
  expect(overflow()).toEqual([]);
});

it('is in the rows of distributors', async () => {
  signIn('distributor');
  const row: TreeRow = { ...RENEWING, isClaimed: true, isMine: true, level: 0, childCount: 0, path: null };
  api.on(treeRowCalls.ofDistributor, [row], { total: 1 });
  api.answerReads('empty');
  for (const screen of ['/qr-management', '/mobile-scanner']) {
    await openScreen(screen, { viewport: PHONE });
    if (screen === '/mobile-scanner') await page.getByRole('tab', { name: 'QR Codes' }).click();
    await seeUsed(RENEWS);
    expect(overflow()).toEqual([]);
  }
});
