import { calls } from '@perktree/contracts/catalogue/calls';
import type { NotificationAnswer } from '@perktree/contracts/notification/calls';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, overflow } from '../../testing/audit.ts';
import { refusal } from '../../testing/fake-api.ts';
import { press } from '../../testing/forms.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth, see } from '../../testing/see.ts';
import { SITE } from '../../testing/shop.ts';

const news = (kind: NotificationAnswer['kind'], hour: number, more: Partial<NotificationAnswer> = {}) => ({
  ...{ id: `${kind} ${hour}`, kind, at: `2026-07-01T0${hour}:00:00.000Z`, isRead: false },
  ...{ siteId: SITE.id, siteName: SITE.name, timeZone: 'Pacific/Auckland' },
  ...{ qrId: null, qrName: null, personName: null, count: 1, amount: null, currency: null, expiresAtUtc: null },
  ...more,
});
const ofQr = (qrName: string, more: Partial<NotificationAnswer> = {}) => ({ qrId: SITE.id, qrName, ...more });
const ofMoney = (amount: string, count = 1) => ({ amount, count, currency: 'EUR' as const });

const OF_OWNER = [
  news('staff_joined', 9, { personName: 'Sam Staff' }),
  news('payout_returned', 8, { ...ofMoney('5.00'), personName: 'Dana' }),
  news('payout_failed', 8, { personName: 'Dana', id: 'failed' }),
  news('payout_paid', 7, ofMoney('12.50')),
  news('payout_due', 6, ofMoney('1234.50', 3)),
  news('qr_expiring', 5, ofQr('Summer', { expiresAtUtc: '2026-07-02T09:00:00.000Z' })),
  news('qr_expiring', 4, ofQr('Winter', { expiresAtUtc: '2026-06-30T09:00:00.000Z' })),
  news('qr_full', 3, ofQr('Spring', { count: 50 })),
  news('qr_waiting', 2, ofQr('Autumn', { personName: 'Dana' })),
  news('qr_claimed', 1, ofQr('Spring', { personName: 'Dana', isRead: true })),
];
const OF_DISTRIBUTOR = [
  news('payout_returned', 8, ofMoney('5.00')),
  news('payout_failed', 7),
  news('payout_paid', 6, ofMoney('12.50')),
  news('qr_expiring', 5, ofQr('Summer', { expiresAtUtc: '2026-07-02T09:00:00.000Z' })),
  news('qr_full', 3, ofQr('Spring', { count: 1 })),
  news('qr_claimed', 1, ofQr('Spring 2')),
];

beforeEach(() => api.answerReads('empty'));
const titles = () => [...document.querySelectorAll('[role=dialog] li a')].map((link) => link.textContent);
const spaced = (text: string) => text.replaceAll(/\s/g, ' ');
const bell = (name: RegExp) => page.getByRole('button', { name }).first();

it.each([
  [
    'an owner what happened to the business',
    ['site_owner', OF_OWNER],
    [
      ['Sam Staff joined your staff', 'Sam Staff se ha unido a tu personal'],
      ['The payout of €5.00 to Dana came back', 'El pago de 5,00 € a Dana se ha devuelto'],
      ['A payout to Dana failed', 'Ha fallado un pago a Dana'],
      ['A payout of €12.50 was paid', 'Se ha hecho un pago de 12,50 €'],
      ['3 payouts are due: €1,234.50', 'Hay 3 pagos pendientes: 1234,50 €'],
      ['“Summer” will stop working', '«Summer» dejará de funcionar'],
      ['“Winter” has stopped working', '«Winter» ha dejado de funcionar'],
      ['“Spring” has reached its limit', '«Spring» ha llegado a su límite'],
      ['Dana asks you to approve “Autumn”', 'Dana te pide que apruebes «Autumn»'],
      ['Dana claimed “Spring”', 'Dana ha reclamado «Spring»'],
    ],
    [
      ['Corner Café · all 50 redemptions are used.', 'Corner Café · los 50 canjes están usados.'],
      ['Jul 1, 2026, 9:00 PM · Pacific/Auckland', '1 jul 2026, 21:00 · Pacific/Auckland'],
    ],
  ],
  [
    'a distributor what concerns them',
    ['distributor', OF_DISTRIBUTOR],
    [
      ['A payout of €5.00 to you came back', 'Se ha devuelto un pago de 5,00 € a tu favor'],
      ['A payout to you failed', 'Ha fallado un pago a tu favor'],
      ['You were paid €12.50', 'Has cobrado 12,50 €'],
      ['“Summer” will stop working', '«Summer» dejará de funcionar'],
      ['“Spring” has reached its limit', '«Spring» ha llegado a su límite'],
      ['Your child QR “Spring 2” was claimed', 'Han reclamado tu QR hijo «Spring 2»'],
    ],
    [],
  ],
] as const)('shows %s', async (_, [role, entries], expected, texts) => {
  signIn(role);
  api.on(calls.notifications, entries);
  await openScreen('/payouts');
  await bell(/^Notification history/).click();
  await expect.poll(() => titles().length).toBe(expected.length);
  expect(await axeFindings()).toEqual([]);
  await inBoth(async (say, language) => {
    await expect.poll(() => titles().map((title) => spaced(title ?? ''))).toEqual(expected.map(say));
    await see({ texts }, language);
  }, PHONE);
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
});

it.each([
  ['Sam Staff joined your staff', '/sites'],
  ['3 payouts are due: €1,234.50', `/payouts?site=${SITE.id}`],
  ['“Spring” has reached its limit', `/qr-management?site=${SITE.id}&q=Spring`],
] as const)('“%s” leads to where the owner acts', async (title, address) => {
  signIn('site_owner');
  api.on(calls.notifications, OF_OWNER);
  await openScreen('/subscription');
  await bell(/^Notification history/).click();
  await page.getByRole('link', { name: title }).click();
  await expect.poll(() => location.pathname + location.search).toBe(address);
  await expect.element(page.getByRole('dialog', { name: 'Notification history' })).not.toBeInTheDocument();
});

it('marks them as read for every device of the account, and keeps them in the list', async () => {
  signIn('site_owner');
  api.on(calls.notifications, OF_OWNER);
  await openScreen('/subscription');
  await bell(/, 9 new$/).click();
  api.on(calls.markNotificationsRead, undefined);
  api.on(
    calls.notifications,
    OF_OWNER.map((one) => ({ ...one, isRead: true })),
  );
  await press('Mark all read', page);
  expect(api.sent(calls.markNotificationsRead)[0]?.body).toEqual({ readUntil: '2026-07-01T09:00:00.000Z' });
  await expect.poll(() => titles().length).toBe(10);
  await userEvent.keyboard('{Escape}');
  await expect.element(bell(/, 0 new$/)).toBeVisible();
});

it('leaves them unread when the server was not reached', async () => {
  signIn('site_owner');
  api.on(calls.notifications, OF_OWNER);
  api.on(calls.markNotificationsRead, refusal(503, 'Later.'));
  await openScreen('/subscription');
  await bell(/, 9 new$/).click();
  await press('Mark all read', page);
  await expect.poll(() => api.sent(calls.markNotificationsRead).length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(bell(/, 9 new$/)).toBeVisible();
});

it('shows what happens without a reload, and older ones page by page', async () => {
  signIn('site_owner');
  api.on(calls.notifications, OF_OWNER.slice(5, 9), { nextCursor: 'older' });
  await openScreen('/subscription');
  await expect.element(bell(/, 4 new$/)).toBeVisible();
  api.on(calls.notifications, OF_OWNER.slice(0, 9), { nextCursor: 'older' });
  api.push('invalidate', { position: '2', userId: 'user-site_owner', keys: [['/api', 'me', 'notifications']] });
  await bell(/, 9 new$/).click();
  api.on(calls.notifications, OF_OWNER.slice(9));
  await press('Show more', page);
  await expect.poll(() => titles().at(-1)).toBe('Dana claimed “Spring”');
  expect(titles().length).toBe(10);
});
