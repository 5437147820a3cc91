import { calls } from '@perktree/contracts/catalogue/calls';
import type { NotificationAnswer } from '@perktree/contracts/notification/calls';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { saveNotification } from '../../lib/notification-history.ts';
import { refusal } from '../../testing/fake-api.ts';
import { press, seeText } from '../../testing/forms.ts';
import { api, opened, openScreen, settled } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { see } from '../../testing/see.ts';
import { asOwner, openShop, SITE } from '../../testing/shop.ts';

beforeEach(() => {
  asOwner();
});
const bell = (name = /^Notification history/) => page.getByRole('button', { name }).first();
const history = () => page.getByRole('dialog', { name: 'Notification history' });
const entries = () => history().getByRole('listitem').elements();
async function create(name: string): Promise<void> {
  await openScreen('/sites?create=1');
  await page.getByRole('textbox', { name: 'Site name' }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create Site' }).click();
}
const title = () => document.querySelector('.toast-title')?.textContent;

it('keeps the notifications that were shown, for their account on this device', async () => {
  api.on(calls.createSite, SITE);
  await create('Harbour Bakery');
  await expect.poll(title).toBe('Site Created');
  // The user's own actions count as read.
  await press('Notification history, 0 new', page);
  await expect.poll(() => entries().length).toBe(1);
  const entry = history().getByRole('listitem');
  await seeText('Your new site has been created successfully.', entry);
  expect(entry.element().querySelector('time')?.getAttribute('datetime')).toMatch(/^2026-07-01T10:00:00/);
  await userEvent.keyboard('{Escape}');
  // News, such as a redemption at the counter, counts as unread until it is read.
  saveNotification({ title: 'Redeemed', text: 'At the counter.', destructive: false, isNews: true });
  await press('Notification history, 1 new', page);
  await press('Mark all read', history());
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Notification history, 0 new' })).toBeVisible();

  // Another person on the same device does not see them; the first one does again.
  signIn('site_owner', { id: 'another-owner' });
  await openScreen('/');
  await settled();
  await bell().click();
  await seeText('No notifications yet', history());
  signIn('site_owner');
  await openScreen('/');
  await settled();
  await bell().click();
  await expect.poll(() => entries().length).toBe(2);
});

it('keeps 50 of them; a failure is found by its role beside the open dialog', async () => {
  await openScreen('/sites');
  await settled();
  for (let n = 0; n < 50; n += 1) saveNotification({ title: `Number ${n}`, destructive: false });
  api.on(calls.createSite, refusal(409, 'What the server says.'));
  await create('One more');
  await expect.poll(title).toBe('Error creating site');
  await seeText('Error creating site', page.getByRole('status'));
  await press('Cancel');
  await bell().click();
  await expect.poll(() => entries().length).toBe(50);
  expect(entries()[0]?.textContent).toContain('Error creating site');
  expect(history().getByText('Number 0', { exact: true }).query()).toBeNull();
});

describe('an error', () => {
  it('has its request id and a way to try again', async () => {
    api.on(calls.listSites, refusal(500, 'Something went wrong.', 'INTERNAL', { requestId: 'id-of-500' }));
    await openScreen('/sites');
    await seeText('Request id-of-500');
    openShop([]);
    await press('Try again', page);
    await expect.element(page.getByRole('heading', { name: SITE.name })).toBeVisible();
  });

  it('of a screen whose data is malformed: offers to reload', async () => {
    api.on(calls.listSites, refusal(200, 'No list of sites.'));
    vi.spyOn(console, 'error').mockReturnValue();
    await openScreen('/sites');
    await seeText('Something went wrong on this page');
    await press('Reload', page);
    await expect.poll(() => opened).toEqual(['/sites']);
  });
});

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

const titles = () => [...document.querySelectorAll('[role=dialog] li a')].map((link) => link.textContent);
const spaced = (text: string) => text.replaceAll(/\s/g, ' ');

it.each([
  [
    'an owner what happened to the business',
    ['site_owner', OF_OWNER],
    [
      'Sam Staff joined your staff',
      'The payout of €5.00 to Dana came back',
      'A payout to Dana failed',
      'A payout of €12.50 was paid',
      '3 payouts are due: €1,234.50',
      '“Summer” will stop working',
      '“Winter” has stopped working',
      '“Spring” has reached its limit',
      'Dana asks you to approve “Autumn”',
      'Dana claimed “Spring”',
    ],
    ['Corner Café · all 50 redemptions are used.', 'Jul 1, 2026, 9:00 PM · Pacific/Auckland'],
  ],
  [
    'a distributor what concerns them',
    ['distributor', OF_DISTRIBUTOR],
    [
      'A payout of €5.00 to you came back',
      'A payout to you failed',
      'You were paid €12.50',
      '“Summer” will stop working',
      '“Spring” has reached its limit',
      'Your child QR “Spring 2” was claimed',
    ],
    [],
  ],
] as const)('shows %s', async (_, [role, entries], expected, texts) => {
  signIn(role);
  api.on(calls.notifications, entries);
  await openScreen('/payouts');
  await bell().click();
  await expect.poll(() => titles().length).toBe(expected.length);
  expect(titles().map((title) => spaced(title ?? ''))).toEqual(expected);
  await see({ texts });
});

it('leads from each to where the owner acts', async () => {
  api.on(calls.notifications, OF_OWNER);
  await openScreen('/subscription');
  for (const [title, address] of [
    ['Sam Staff joined your staff', '/sites'],
    ['3 payouts are due: €1,234.50', `/payouts?site=${SITE.id}`],
    ['“Spring” has reached its limit', `/qr-management?site=${SITE.id}&q=Spring`],
  ] as const) {
    await bell().click();
    await page.getByRole('link', { name: title }).click();
    await expect.poll(() => location.pathname + location.search).toBe(address);
    await expect.element(page.getByRole('dialog', { name: 'Notification history' })).not.toBeInTheDocument();
  }
});

it('marks them as read for every device of the account, and keeps them in the list', async () => {
  api.on(calls.notifications, OF_OWNER);
  await openScreen('/subscription');
  await bell(/, 9 new$/).click();
  // The server is not reached: they stay unread.
  api.on(calls.markNotificationsRead, refusal(503, 'Later.'));
  await press('Mark all read', page);
  await expect.poll(() => api.sent(calls.markNotificationsRead).length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await bell(/, 9 new$/).click();
  api.on(calls.markNotificationsRead, undefined);
  api.on(
    calls.notifications,
    OF_OWNER.map((one) => ({ ...one, isRead: true })),
  );
  await press('Mark all read', page);
  expect(api.sent(calls.markNotificationsRead)[1]?.body).toEqual({ readUntil: '2026-07-01T09:00:00.000Z' });
  await expect.poll(() => titles().length).toBe(10);
  await userEvent.keyboard('{Escape}');
  await expect.element(bell(/, 0 new$/)).toBeVisible();
});

it('shows what happens without a reload, and older ones page by page', async () => {
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
