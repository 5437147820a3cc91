import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Person } from '../support/person.ts';
import { heading, link, part, testPlaces } from '../support/places.ts';
import { stub, unstubAll } from '../support/stub.ts';
import { visit } from '../support/visit.ts';
import { useVisits, WIDTHS } from '../support/visits.ts';

/** Landing, shell, the two sidebars, not-found and the Dashboard. */
const visits = useVisits();

type Item = readonly [label: string, path: string];
const DASHBOARD: Item = ['Dashboard', '/'];
const QRS: Item = ['QR Management', '/qr-management'];
const SITES: Item = ['Sites', '/sites'];
const PAYOUTS: Item = ['Payouts', '/payouts'];
const VALIDATION: Item = ['Staff Validation', '/staff-validation'];
const SUBSCRIPTION: Item = ['Subscription', '/subscription'];
/** By role: the menu items, a page of the shell, and the text at the bottom of the sidebar. */
const SIDEBARS = [
  ['owner', '/', [DASHBOARD, QRS, SITES, PAYOUTS, VALIDATION, SUBSCRIPTION], 'Olivia Owner', 'Site Owner'],
  ['distributor', '/', [DASHBOARD, QRS, PAYOUTS], 'Dana Distributor', 'Distributor'],
  ['staff', '/', [DASHBOARD, VALIDATION], 'Site Owner', 'Staff'],
  [
    'customer',
    '/my-scans',
    [
      ['Scanner', '/mobile-scanner'],
      ['My Scans', '/my-scans'],
      ['Earnings', '/earnings'],
    ],
    'Customer',
    'Customer',
  ],
] as const;
const LEAST_TOUCH = 44;
/** The layout size, without the scale of a menu that is opening. */
const heights = (items: Locator) => items.evaluateAll((all) => all.map((item) => (item as HTMLElement).offsetHeight));

describe.each(WIDTHS)('on the width of a %s', (width, viewport) => {
  const isPhone = width === 'phone';
  describe.each(SIDEBARS)('2.2 · Sidebar of %s', (who, path, items, name, role) => {
    let page: Page;
    const nav = () => page.getByRole('navigation', { name: 'Main menu' }).filter({ visible: true });
    const open = async () => {
      if (isPhone) await page.getByRole('button', { name: 'Open menu' }).click();
      await nav().waitFor();
    };
    beforeAll(async () => {
      page = await visits.page(who, viewport);
      await page.goto(path);
      await page.getByRole('button', { name: 'Open profile menu' }).waitFor();
      await open();
    });

    it(`has ${items.map(([label]) => label).join(', ')}`, async () => {
      const links = nav().getByRole('link');
      const shown = await links.evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]));
      expect(shown).toEqual(items);
    });

    it(`foot: ${name}, the e-mail, ${role}`, async () => {
      const texts = (await nav().locator('xpath=..').innerText()).split('\n').filter((text) => text !== '');
      expect(texts.slice(-3)).toEqual([name, visits.shop[who].email.toLowerCase(), role]);
    });

    it('9 · Menu item minimum touch height 44px', async () => {
      for (const height of await heights(nav().getByRole('link'))) expect(height).toBeGreaterThanOrEqual(LEAST_TOUCH);
    });

    it(`brand label: ${isPhone ? 'PerkTree' : 'PerkTree Console'}`, async () => {
      // The open sidebar hides the top bar from assistive technology only.
      const brand = isPhone ? page.locator('header') : nav().locator('xpath=..');
      await brand.getByText(isPhone ? 'PerkTree' : 'PerkTree Console', { exact: true }).waitFor();
    });

    it.runIf(isPhone)('a backdrop closes it', async () => {
      await page
        .locator('.MuiBackdrop-root')
        .filter({ visible: true })
        .click({ position: { x: 380, y: 400 } });
      await nav().waitFor({ state: 'hidden' });
    });

    it('a profile dropdown with a Log out item of 44px', async () => {
      await page.getByRole('button', { name: 'Open profile menu' }).click();
      const items = page.getByRole('menuitem');
      await items.filter({ hasText: /^Log out$/ }).waitFor();
      for (const height of await heights(items)) expect(height).toBeGreaterThanOrEqual(LEAST_TOUCH);
      await page.keyboard.press('Escape');
    });
  });

  const open = (who: Parameters<typeof visits.page>[0], path: string) => async () => {
    const page = await visits.page(who, viewport);
    await visit(page, path);
    return page;
  };
  const opened = async (person: Person) => {
    const page = await visits.open(person, viewport);
    await page.goto('/');
    return page;
  };
  testPlaces(
    [
      {
        name: '2.1 · Landing page',
        on: 'both',
        open: open('signedOut', '/'),
        sees: [link('Customer Login'), link('Scan QR Code'), link('Business Login')],
      },
      {
        name: '2.1 · My Scans',
        on: 'phone',
        open: open('customer', '/my-scans'),
        sees: [heading('My Scans'), 'View your scan history and rewards earned'],
      },
      {
        name: '2.1 · Earnings',
        on: 'phone',
        open: open('customer', '/earnings'),
        sees: [heading('Earnings'), 'Track your commission earnings and rewards'],
      },
      {
        name: '2.2 · Not-found screen',
        open: open('signedOut', '/no/such/page'),
        sees: [heading('404 Page Not Found'), 'Did you forget to add the page to the router?'],
      },
      {
        name: '2.3 · Dashboard of a site owner with a site',
        on: 'both',
        open: open('owner', '/'),
        sees: [
          heading('Welcome back, Olivia'),
          ...['Total Scans', 'Redemptions', 'Commission Earned', 'Active Sites'].map(heading),
          ['Commission Earned in euro, 2 decimals', (page) => page.getByText('€0.00', { exact: true })],
          [
            'conversion rate 0 when there are no scans',
            (page) => page.getByText('0.0% conversion rate', { exact: true }),
          ],
          'Recent Activity',
          'No QR activity yet',
          ...['Create New Site', 'Create QR Code', 'View Payouts'].map(link),
        ],
        seesNot: ['Getting Started'],
      },
      {
        name: '2.3 · Dashboard of a site owner without sites and names',
        open: async () => {
          const person = new Person(visits.url, 'nameless');
          const { email, password } = person;
          await person.post('/api/auth/register', { email, password, intent: 'business' });
          return opened(person);
        },
        sees: [
          [
            'Greeting uses else the e-mail',
            (page) => page.getByRole('heading', { name: /^Welcome back, nameless-.+@/ }),
          ],
          heading('Getting Started'),
          'Create a site',
          'Configure QR settings',
          part(/commission rates, expiration times, redemption limits/i),
          'Generate QR codes',
        ],
      },
      {
        name: '2.3 · Dashboard with figures',
        open: async () => {
          const page = await visits.page('owner', viewport);
          const seven = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
            ...{ scanId: `scan-${n}`, name: `Scanned QR ${n}`, scanDate: '2026-01-02T03:04:05.000Z' },
            isRedeemed: n === 1,
          }));
          await stub(page, { method: 'GET', path: '/me/activity', body: seven });
          const earned = { redemptions: 3, commissionEarned: '1234.50' };
          const totals = { totalScans: 8, conversionRate: 37.5, ...earned };
          const dashboard = {
            ...totals,
            currency: 'EUR',
            byCurrency: [{ currency: 'EUR', ...earned, previous: earned }],
            series: [],
            activeSites: 2,
            previous: { ...totals, activeSites: 1 },
          };
          await stub(page, { method: 'GET', path: '/me/dashboard', body: dashboard });
          await page.goto('/');
          return page;
        },
        sees: [
          '37.5% conversion rate',
          '€1,234.50',
          'Redeemed',
          'Scanned',
          'Scanned QR 1',
          'Scanned QR 5',
          part(/Jan.+2026/),
        ],
        seesNot: ['Scanned QR 6', 'Scanned QR 7'].map((name) => [
          `9 · Dashboard shows at most 5 recent scans: ${name}`,
          (page) => page.getByText(name, { exact: true }),
        ]),
      },
    ],
    width,
  );
});

describe('while something is missing', () => {
  afterEach(async () => {
    for (const who of ['owner', 'staff'] as const) await unstubAll(await visits.page(who));
  });
  it('2.1 · A spinner shows while authentication loads', async () => {
    const page = await visits.page('owner');
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route('**/api/auth/user', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/sites');
    await page.getByRole('progressbar').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Sites' }).count()).toBe(0);
    answer();
    await page.getByRole('heading', { name: 'Sites' }).waitFor();
  });

  it('2.2 · Sidebar footer: a demo placeholder address where there is no e-mail', async () => {
    const page = await visits.page('staff');
    await page.route('**/api/auth/user', async (route) => {
      const answer = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...answer, email: '' } });
    });
    await page.goto('/');
    await page.getByText('demo@perktree.example').filter({ visible: true }).waitFor();
  });
});
