import { calls } from '@perktree/contracts/catalogue/calls';
import type { DashboardAnswer } from '@perktree/contracts/dashboard/calls';
import { api } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { testPlaces } from '../testing/places.ts';
import { openShop } from '../testing/shop.ts';

/** The specification's sections 2.1 to 2.3, word for word. */
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

testPlaces([
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
      not: { texts: ['Getting Started'] },
    },
  ],
  [
    '2.3 · Dashboard of a site owner without sites and names',
    {
      path: '/',
      role: 'site_owner',
      given: () => signIn('site_owner', { firstName: null, lastName: null }),
      headings: ['Welcome back, olivia@example.test', 'Getting Started'],
      texts: [
        'Create a site',
        'Configure QR settings',
        'Generate QR codes',
        'Commission rates, expiration times, redemption limits.',
      ],
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
      not: { texts: ['Scanned QR 6', 'Scanned QR 7'] },
    },
  ],
]);
