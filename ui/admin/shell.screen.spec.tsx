import { calls } from '@perktree/contracts/catalogue/calls';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { NEVER } from '../testing/fake-api.ts';
import { press, seeText } from '../testing/forms.ts';
import { api, DESKTOP, opened, openScreen, PHONE, settled, switchTo } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';

type Item = readonly [en: string, es: string, path: string];
const DASHBOARD: Item = ['Dashboard', 'Panel', '/'];
const QRS: Item = ['QR Management', 'Gestión de QR', '/qr-management'];
const SITES: Item = ['Sites', 'Sitios', '/sites'];
const PAYOUTS: Item = ['Payouts', 'Pagos', '/payouts'];
const VALIDATION: Item = ['Staff Validation', 'Validación', '/staff-validation'];
const APPROVALS: Item = ['Approvals', 'Aprobaciones', '/approvals'];
const SUBSCRIPTION: Item = ['Subscription', 'Suscripción', '/subscription'];

/** By role: the width, a page of the shell, the menu items, and the last lines of the sidebar. */
const SIDEBARS = [
  ['site_owner', PHONE, '/', [DASHBOARD, QRS, SITES, PAYOUTS, VALIDATION, SUBSCRIPTION], 'Olivia Owner', 'Site Owner'],
  ['distributor', DESKTOP, '/', [DASHBOARD, QRS, PAYOUTS], 'Dana Distributor', 'Distributor'],
  ['staff', DESKTOP, '/', [DASHBOARD, VALIDATION, APPROVALS], 'Sam Staff', 'Staff'],
  [
    'customer',
    PHONE,
    '/my-scans',
    [
      ['Scanner', 'Escáner', '/mobile-scanner'],
      ['My Scans', 'Mis escaneos', '/my-scans'],
      ['Earnings', 'Ganancias', '/earnings'],
    ],
    'Cleo Customer',
    'Customer',
  ],
] as const;
const MIN_TOUCH = 44;

const nav = (name: string) => page.getByRole('navigation', { name });

it.each(SIDEBARS)(
  '2.2 · Sidebar of %s has the items of the role, each 44 px high, who is signed in, and Log out in the profile menu',
  async (role, viewport, path, items, name, roleName) => {
    const isPhone = viewport === PHONE;
    const openMenu = (label: string) => (isPhone ? press(label, page) : undefined);
    const links = () =>
      [...document.querySelectorAll<HTMLElement>('nav a')].filter((link) => link.checkVisibility()) as HTMLElement[];
    api.answerReads('empty');
    signIn(role);
    await openScreen(path, { viewport });
    await settled();
    await openMenu('Open menu');
    await expect.element(nav('Main menu')).toBeVisible();
    expect(links().map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      items.map(([english, , href]) => [english, href]),
    );
    for (const link of links()) expect(link.offsetHeight).toBeGreaterThanOrEqual(MIN_TOUCH);
    const foot = (links()[0]?.closest('nav')?.parentElement?.innerText ?? '').split('\n').filter((line) => line);
    expect(foot.slice(-3)).toEqual([name, `${name.split(' ')[0]?.toLowerCase()}@example.test`, roleName]);
    const brand = isPhone ? document.querySelector('header') : links()[0]?.closest('nav')?.parentElement;
    expect(brand?.textContent).toContain(isPhone ? 'PerkTree' : 'PerkTree Console');
    await switchTo({ language: 'es' });
    await expect.poll(() => links().map((link) => link.textContent)).toEqual(items.map(([, spanish]) => spanish));
    const backdrop = document.querySelector('.MuiBackdrop-root');
    if (isPhone) {
      if (backdrop) await page.elementLocator(backdrop).click({ position: { x: 380, y: 400 } });
      await expect.poll(links).toEqual([]);
    }
    await switchTo({ language: 'en' });
    await press('Open profile menu', page);
    const item = page.getByRole('menuitem', { name: 'Log out', exact: true });
    await expect.element(item).toBeVisible();
    expect((item.element() as HTMLElement).offsetHeight).toBeGreaterThanOrEqual(MIN_TOUCH);
    await item.click();
    await expect.poll(() => opened).toEqual(['/api/logout']);
  },
);

describe('while something is missing', () => {
  it('2.1 · A spinner shows while authentication loads', async () => {
    signIn('site_owner');
    api.on(calls.user, NEVER);
    await openScreen('/sites');
    await expect.element(page.getByRole('progressbar')).toBeVisible();
    expect(document.querySelector('h1')).toBeNull();
  });

  it('2.2 · Sidebar footer: a demo placeholder address where there is no e-mail', async () => {
    api.answerReads('empty');
    signIn('staff', { email: '' });
    await openScreen('/');
    await seeText('demo@perktree.example');
  });
});

it('2.2 · a long e-mail of the sidebar breaks before its @', async () => {
  api.answerReads('empty');
  signIn('superadmin', { email: 'superadmin@demo.perktree.test' });
  await openScreen('/', { viewport: DESKTOP });
  await seeText('superadmin@demo.perktree.test');
  const text = page.getByText('superadmin@demo.perktree.test').element();
  const lines = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found: string[] = [];
  let top: number | null = null;
  for (let node = lines.nextNode(); node; node = lines.nextNode()) {
    [...(node.textContent ?? '')].forEach((letter, n) => {
      range.setStart(node, n);
      range.setEnd(node, n + 1);
      const at = range.getBoundingClientRect().top;
      if (at === top) found.push((found.pop() ?? '') + letter);
      else found.push(letter);
      top = at;
    });
  }
  expect(found).toEqual(['superadmin', '@demo.perktree.test']);
});
