import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { saveNotification } from '../../lib/notification-history.ts';
import { refusal } from '../../testing/fake-api.ts';
import { press } from '../../testing/forms.ts';
import { api, opened, openScreen, settled } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { openShop, SITE } from '../../testing/shop.ts';

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('empty');
  openShop([]);
});
const bell = () => page.getByRole('button', { name: /^Notification history/ });
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
  await expect.element(entry.getByText('Your new site has been created successfully.')).toBeVisible();
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
  await expect.element(history().getByText('No notifications yet')).toBeVisible();
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
  await expect.element(page.getByRole('status').getByText('Error creating site')).toBeVisible();
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
    await expect.element(page.getByText('Request id-of-500')).toBeVisible();
    openShop([]);
    await press('Try again', page);
    await expect.element(page.getByRole('heading', { name: SITE.name })).toBeVisible();
  });

  it('of a screen whose data is malformed: offers to reload', async () => {
    api.on(calls.listSites, refusal(200, 'No list of sites.'));
    vi.spyOn(console, 'error').mockReturnValue();
    await openScreen('/sites');
    await expect.element(page.getByText('Something went wrong on this page')).toBeVisible();
    await press('Reload', page);
    await expect.poll(() => opened).toEqual(['/sites']);
  });
});
