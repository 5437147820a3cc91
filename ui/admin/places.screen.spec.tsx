import type { Role } from '@perktree/contracts/envelope';
import { calls } from '@perktree/contracts/http/calls';
import type { DashboardAnswer } from '@perktree/contracts/http/dashboard';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { api, DESKTOP, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop } from '../testing/shop.ts';

/** What the specification's section 2 requires on a screen, word for word. */
interface Place {
  readonly path: string;
  readonly role: Role | null;
  /** Gives the answers that differ from empty ones. */
  readonly given?: () => void;
  readonly headings?: readonly string[];
  readonly buttons?: readonly string[];
  readonly links?: readonly string[];
  readonly texts?: readonly string[];
  readonly parts?: readonly RegExp[];
  readonly not?: readonly string[];
}

const EARNED = { redemptions: 3, commissionEarned: '1234.50' };
const TOTALS = { totalScans: 8, conversionRate: 37.5, ...EARNED };
const DASHBOARD: DashboardAnswer = {
  ...{
    ...TOTALS,
    currency: 'EUR',
    timeZone: 'UTC',
    activeSites: 2,
    series: [],
    previous: { ...TOTALS, activeSites: 1 },
  },
  byCurrency: [{ currency: 'EUR', ...EARNED, previous: EARNED }],
};
const ACTIVITY = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
  ...{ scanId: `00000000-0000-4000-8000-00000000000${n}`, name: `Scanned QR ${n}` },
  ...{ scanDate: '2026-01-02T03:04:05.000Z', isRedeemed: n === 1 },
}));

const PLACES: readonly (readonly [name: string, Place])[] = [
  [
    '2.1 · My Scans',
    {
      path: '/my-scans',
      role: 'customer',
      headings: ['My Scans'],
      texts: ['View your scan history and rewards earned'],
    },
  ],
  [
    '2.1 · Earnings',
    {
      path: '/earnings',
      role: 'customer',
      headings: ['Earnings'],
      texts: ['Track your commission earnings and rewards'],
    },
  ],
  [
    '2.2 · Not-found screen',
    {
      path: '/no/such/page',
      role: null,
      headings: ['404 Page Not Found'],
      texts: ['Did you forget to add the page to the router?'],
    },
  ],
  [
    '2.3 · Dashboard of a site owner with a site',
    {
      path: '/',
      role: 'site_owner',
      given: () => openShop([]),
      headings: ['Welcome back, Olivia', 'Total Scans', 'Redemptions', 'Commission Earned', 'Active Sites'],
      texts: ['Recent Activity', 'No QR activity yet'],
      links: ['Create New Site', 'Create QR Code', 'View Payouts'],
      not: ['Getting Started'],
    },
  ],
  [
    '2.3 · Dashboard of a site owner without sites and names',
    {
      path: '/',
      role: 'site_owner',
      given: () => signIn('site_owner', { firstName: null, lastName: null }),
      headings: ['Welcome back, olivia@example.test', 'Getting Started'],
      texts: ['Create a site', 'Configure QR settings', 'Generate QR codes'],
      parts: [/commission rates, expiration times, redemption limits/i],
    },
  ],
  [
    '2.3 · Dashboard with figures; 9 · at most 5 recent scans',
    {
      path: '/',
      role: 'site_owner',
      given: () => {
        openShop([]);
        api.on(calls.dashboard, DASHBOARD);
        api.on(calls.activity, ACTIVITY);
      },
      texts: ['37.5% conversion rate', '€1,234.50', 'Redeemed', 'Scanned', 'Scanned QR 1', 'Scanned QR 5'],
      not: ['Scanned QR 6', 'Scanned QR 7'],
    },
  ],
  [
    '2.7 · Staff Validation',
    {
      path: '/staff-validation',
      role: 'staff',
      headings: ['Staff Validation'],
      texts: ['Validate customer redemptions', 'or', 'Scan Customer QR', 'Tap to open camera', 'Recent Validations'],
    },
  ],
  [
    '2.9 · Sites, none',
    {
      path: '/sites',
      role: 'site_owner',
      headings: ['Sites'],
      texts: ['No Sites Created'],
      buttons: ['Create Site'],
    },
  ],
  [
    '2.9 · Sites',
    {
      path: '/sites',
      role: 'site_owner',
      given: () => openShop([]),
      headings: ['Corner Café'],
      texts: ['Active', 'EUR', 'Ready', 'Jul 1, 2026'],
      buttons: ['Configure', 'Statistics of Corner Café', 'Staff of Corner Café'],
    },
  ],
  [
    '2.10 · Payouts of a distributor who has earned nothing',
    {
      path: '/payouts',
      role: 'distributor',
      headings: ['Payouts & Commission'],
      texts: [
        ...['Total Earned', 'Paid Out', 'Pending', 'This Month', 'No commission entries yet'],
        'Commission will appear here after QR redemptions',
      ],
    },
  ],
  [
    '2.10 · Payouts of a site owner',
    {
      path: '/payouts',
      role: 'site_owner',
      given: () => openShop([]),
      headings: ['Payout History', 'Top Distributors'],
      buttons: ['Generate Payout', 'View All Payouts'],
    },
  ],
];

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('on the width of a %s', (_, viewport) => {
  it.each(PLACES)('%s', async (_name, { path, role, given, headings = [], buttons = [], links = [], ...rest }) => {
    api.answerReads('empty');
    signIn(role);
    given?.();
    await openScreen(path, { viewport });
    await settled();
    const main = () => document.querySelector('main') ?? document.body;
    const roles = [['heading', headings] as const, ['button', buttons] as const, ['link', links] as const];
    for (const [kind, names] of roles) {
      for (const name of names) await expect.element(page.getByRole(kind, { name, exact: true })).toBeVisible();
    }
    const lines = () =>
      main()
        .innerText.split('\n')
        .map((line) => line.trim());
    for (const text of rest.texts ?? []) await expect.poll(lines).toContain(text);
    for (const part of rest.parts ?? []) await expect.poll(() => main().innerText).toMatch(part);
    for (const text of rest.not ?? []) expect(lines()).not.toContain(text);
  });
});
