import { calls } from '@perktree/contracts/catalogue/calls';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { button } from '../testing/forms.ts';
import { activate, focusTop, landsOn, tabTo } from '../testing/keys.ts';
import { api, DESKTOP, openScreen, PHONE, settled, type Viewport } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { asOwner, CHILD, ROOT, SITE } from '../testing/shop.ts';

/**
 * Screens by keyboard alone. The counter, links, claims and the camera dialog: their own specs; a whole path: the journey of the
 * forgotten password.
 */
const menu = () => page.getByRole('navigation', { name: 'Main menu' });
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const dialog = (name: string) => page.getByRole('dialog', { name });

async function focus(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible();
  (control.element() as HTMLElement).focus();
}

async function open(path: string, viewport: Viewport = DESKTOP): Promise<void> {
  await openScreen(path, { viewport });
  await settled();
  focusTop();
}

describe('a site owner', () => {
  beforeEach(() => {
    asOwner();
  });

  it('skips the menu at the first stop of a page', async () => {
    await open('/');
    await userEvent.keyboard('{Tab}');
    await landsOn(page.getByRole('link', { name: 'Skip to content' }));
    await userEvent.keyboard('{Enter}{Tab}');
    await expect.poll(() => document.activeElement?.closest('main')).not.toBeNull();
  });

  it('lands on the heading of each screen that the menu opens, and the window is named after it', async () => {
    await open('/account');
    for (const [link, title] of [
      ['Dashboard', 'Welcome back, Olivia'],
      ['Sites', 'Sites'],
      ['Payouts', 'Payouts & Commission'],
    ] as const) {
      (menu().getByRole('link', { name: link, exact: true }).element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await landsOn(heading(title));
      await expect.poll(() => document.title).toBe(`${title} · PerkTree`);
    }
  });

  it('keeps the focus in a dialog where what had it is gone', async () => {
    const person = {
      ...{ userId: 'staff', name: 'Sam Staff', email: 'sam@example.test', status: 'active' as const },
      joinedAt: '2026-06-05T12:00:00.000Z',
    };
    api.on(calls.listStaff, [person], { total: 1 });
    api.on(calls.removeStaff, () => {
      api.on(calls.listStaff, [], { total: 0 });
      return { success: true };
    });
    await openScreen('/sites');
    for (const control of [
      button('Staff of Corner Café'),
      page.getByRole('button', { name: 'Remove Sam Staff' }),
      dialog('Remove from staff?').getByRole('button', { name: 'Remove' }),
    ]) {
      await focus(control);
      await userEvent.keyboard('{Enter}');
    }
    await expect.element(page.getByRole('button', { name: 'Remove Sam Staff' })).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.closest('[role=dialog], .MuiDialog-root') !== null).toBe(true);
  });

  it('lands on the heading when the button that had the focus is gone after its command', async () => {
    const key = {
      ...{ id: '00000000-0000-4000-8000-000000000041', name: 'Till', scopes: ['redeem' as const], siteIds: null },
      ...{ prefix: 'pk_abcd', createdAt: '2026-06-05T12:00:00.000Z', expiresAt: null, ipRanges: [], lastUsedAt: null },
    };
    api.on(calls.listApiKeys, [{ ...key, revokedAt: null }]);
    api.on(calls.revokeApiKey, () => {
      api.on(calls.listApiKeys, [{ ...key, revokedAt: '2026-06-06T12:00:00.000Z' }]);
      return undefined;
    });
    await open('/api-keys');
    for (const control of [
      page.getByRole('button', { name: 'Revoke Till' }),
      dialog('Revoke Till?').getByRole('button', { name: 'Revoke key' }),
    ]) {
      await focus(control);
      await userEvent.keyboard('{Enter}');
    }
    await expect.element(page.getByRole('button', { name: 'Revoke Till' })).not.toBeInTheDocument();
    await landsOn(heading('API keys'));
  });

  it('is where it was when a dialog that came with the page closes', async () => {
    await open('/');
    await activate(page.getByRole('link', { name: 'Create New Site' }));
    await landsOn(dialog('Create Site').getByLabelText('Site name'));
    await userEvent.keyboard('{Escape}');
    await landsOn(heading('Sites'));
  });

  it('opens trees and closes them, with levels and places announced', async () => {
    const rows = [ROOT, CHILD].map((qr) => ({ ...qr, level: qr.depth, childCount: 1 - qr.depth, path: null }));
    api.on(treeRowCalls.ofSite, rows, { total: 2 });
    await open(`/qr-management?site=${SITE.id}`);
    const row = () => {
      const { ariaLevel, ariaExpanded, ariaPosInSet, ariaSetSize } = document.activeElement ?? ({} as Element);
      return [ariaLevel, ariaExpanded, ariaPosInSet, ariaSetSize];
    };
    const first = page.getByRole('treegrid').getByRole('row').first();
    await expect.element(first).toBeInTheDocument();
    (first.element() as HTMLElement).focus();
    await expect.poll(row).toEqual(['1', 'true', '1', '1']);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(row).toEqual(['2', null, '1', '1']);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(row).toEqual(['1', 'true', '1', '1']);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(row).toEqual(['1', 'false', '1', '1']);
    expect(api.sent(treeRowCalls.ofSite).at(-1)?.query).toMatchObject({ toggled: ROOT.id });
  });
});

it('a phone’s menu is a drawer that takes the focus, and so does the page that is opened from it', async () => {
  api.answerReads('empty');
  signIn('distributor');
  await open('/qr-management', PHONE);
  await tabTo(button('Open menu'));
  await userEvent.keyboard('{Enter}');
  const drawer = dialog('Main menu');
  await expect.element(drawer).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await landsOn(button('Open menu'));
  await userEvent.keyboard('{Enter}');
  await activate(drawer.getByRole('link', { name: 'Payouts' }));
  await landsOn(heading('Payouts & Commission'));
});

it('the profile menu gives the focus back; three looks are one tab stop', async () => {
  api.answerReads('empty');
  signIn('superadmin');
  await open('/account');
  const profile = button('Open profile menu');
  await activate(profile);
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await landsOn(profile);
  await tabTo(page.getByRole('button', { name: /^(Light|Dark|System)$/ }));
  for (let stop = 0; stop < 3 && document.activeElement?.textContent !== 'Dark'; stop += 1)
    await userEvent.keyboard('{ArrowRight}');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  // Of the pages that the server writes.
  expect(document.cookie).toContain('theme=dark');
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.poll(() => document.cookie).toContain('theme=system');
});
