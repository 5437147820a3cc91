import { calls } from '@perktree/contracts/catalogue/calls';
import type { DashboardAnswer } from '@perktree/contracts/dashboard/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, press } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { type Place, testPlaces } from '../testing/places.ts';
import { inBoth } from '../testing/see.ts';
import { asOwner, openShop, SITE } from '../testing/shop.ts';

/** The specification's sections 2.1 to 2.3, 2.7, 2.9 and 2.10, word for word. The plans of 2.8: ui/subscription. */
const EARNED = { redemptions: 3, commissionEarned: '1234.50' };
const TOTALS = { totalScans: 8, conversionRate: 37.5, ...EARNED };
const DASHBOARD: DashboardAnswer = {
  ...{ ...TOTALS, currency: 'EUR', timeZone: 'UTC', activeSites: 2, series: [] },
  previous: { ...TOTALS, activeSites: 1 },
  byCurrency: [{ currency: 'EUR', ...EARNED, previous: EARNED }],
};
const ACTIVITY = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
  ...{ scanId: `00000000-0000-4000-8000-00000000000${n}`, name: `Scanned QR ${n}` },
  ...{ scanDate: '2026-01-02T03:04:05.000Z', isRedeemed: n === 1 },
}));

const given = () => openShop([]);

testPlaces(
  Object.entries<Place>({
    '2.1 · My Scans': {
      ...{ path: '/my-scans', role: 'customer', headings: ['My Scans'] },
      texts: ['View your scan history and rewards earned'],
    },
    '2.1 · Earnings': {
      ...{ path: '/earnings', role: 'customer', headings: ['Earnings'] },
      texts: ['Track your commission earnings and rewards'],
    },
    '2.2 · Not-found screen': {
      ...{ path: '/no/such/page', role: null, headings: ['404 Page Not Found'] },
      texts: ['Did you forget to add the page to the router?'],
    },
    '2.3 · Dashboard of a site owner with a site': {
      ...{ path: '/', role: 'site_owner', given, not: { texts: ['Getting Started'] } },
      headings: ['Welcome back, Olivia', 'Total Scans', 'Redemptions', 'Commission Earned', 'Active Sites'],
      texts: ['Recent Activity', 'No QR activity yet'],
      links: ['Create New Site', 'Create QR Code', 'View Payouts'],
    },
    '2.3 · Dashboard of a site owner without sites and names': {
      ...{ path: '/', role: 'site_owner', given: () => signIn('site_owner', { firstName: null, lastName: null }) },
      headings: ['Welcome back, olivia@example.test', 'Getting Started'],
      texts: [
        ...['Create a site', 'Configure QR settings', 'Generate QR codes'],
        'Commission rates, expiration times, redemption limits.',
      ],
    },
    '2.3 · Dashboard with figures; 9 · at most 5 recent scans': {
      ...{ path: '/', role: 'site_owner' },
      given: () => {
        openShop([]);
        api.on(calls.dashboard, DASHBOARD);
        api.on(calls.activity, ACTIVITY);
      },
      texts: ['37.5% conversion rate', '€1,234.50', 'Redeemed', 'Scanned', 'Scanned QR 1', 'Scanned QR 5'],
      not: { texts: ['Scanned QR 6', 'Scanned QR 7'] },
    },
    '2.7 · Staff Validation': {
      ...{ path: '/staff-validation', role: 'staff', headings: ['Staff Validation'], fields: ['Redemption Code'] },
      texts: [
        ...['Validate customer redemptions', 'or', 'Scan Customer QR', 'Tap to open camera', 'Recent Validations'],
        ...['20% Summer Discount', 'Confirmed'],
      ],
    },
    '2.9 · Sites, none': {
      ...{ path: '/sites', role: 'site_owner', headings: ['Sites'], texts: ['No Sites Created'] },
      buttons: ['Create Site'],
    },
    '2.9 · Sites': {
      ...{ path: '/sites', role: 'site_owner', given, headings: ['Corner Café'] },
      texts: ['Active', 'EUR', 'Ready', 'Jul 1, 2026'],
      buttons: ['Configure', 'Statistics of Corner Café', 'Staff of Corner Café'],
    },
    '2.9 · Configure dialog': {
      ...{ path: '/sites', role: 'site_owner', given, open: () => press('Configure', page), dialog: 'Corner Café' },
      headings: ['General Settings', 'Commission Settings', 'Policy Settings'],
      buttons: ['Cancel', 'Save Configuration'],
    },
    '2.10 · Payouts of a distributor who has earned nothing': {
      ...{ path: '/payouts', role: 'distributor', headings: ['Payouts & Commission'] },
      texts: [
        ...['Total Earned', 'Paid Out', 'Pending', 'This Month', 'No commission entries yet'],
        'Commission will appear here after QR redemptions',
      ],
    },
    '2.10 · Payouts of a site owner': {
      ...{ path: '/payouts', role: 'site_owner', given, headings: ['Payout History', 'Top Distributors'] },
      buttons: ['Generate Payout', 'View All Payouts'],
    },
  }),
);

it('2.10 · the columns of top distributors on a desktop', async () => {
  asOwner();
  const dana = {
    ...{ distributorId: 'user-distributor', name: 'Dana Distributor', qrs: 1, scans: 4, redemptions: 2 },
    ...{ commission: '12.34', currency: 'EUR' as const, isBlocked: false },
  };
  api.on(calls.topDistributors, [dana], { total: 1 });
  await openScreen('/payouts');
  const region = page.getByRole('region', { name: 'Top Distributors', exact: true });
  await expect.element(region).toBeInTheDocument();
  region.element().scrollIntoView();
  const texts = (role: 'columnheader' | 'cell') =>
    region
      .getByRole(role)
      .elements()
      .map(({ textContent }) => textContent);
  const columns = ['Distributor', 'QRs', 'Scans', 'Redemptions', 'Commission'];
  await expect.poll(() => texts('columnheader').slice(0, 5)).toEqual(columns);
  await expect.poll(() => texts('cell').slice(0, 4)).toEqual(['1', '4', '2', '€12.34']);
  // Each figure beside another says what it is of.
  await expect.element(region).toHaveTextContent('those of QR codes claimed now. Commission is all that was earned');
  expect(api.sent(calls.topDistributors)[0]?.params).toEqual({ siteId: SITE.id });
});

it('2.7 · Staff code: capitals, monospace, tidied when sent; Validate is disabled while it is empty or a request is pending', async () => {
  api.answerReads('empty');
  signIn('staff');
  api.on(calls.lookUpScan, { success: false, message: 'What the server says.' });
  await openScreen('/staff-validation');
  const code = page.getByLabelText('Redemption Code');
  const validate = button('Validate');
  await expect.element(validate).toBeDisabled();
  await expect.element(code).toHaveAttribute('placeholder', 'ABC-123');
  const { fontFamily, textTransform } = getComputedStyle(code.element());
  expect([fontFamily, textTransform]).toEqual(['monospace', 'uppercase']);
  const off = { autocorrect: 'off', autocapitalize: 'characters', spellcheck: 'false' };
  for (const [name, value] of Object.entries(off)) await expect.element(code).toHaveAttribute(name, value);
  await code.fill(' abc 234');
  await validate.click();
  await expect.poll(() => api.bodies(calls.lookUpScan)).toEqual([{ redemptionCode: 'ABC-234' }]);
  await expect.element(validate).toBeEnabled();
  await code.fill('   ');
  await expect.element(validate).toBeDisabled();
  await code.fill('ABC-234');
  api.on(calls.lookUpScan, () => new Promise<never>(() => {}));
  await validate.click();
  await expect.element(validate).toBeDisabled();
});

/** Where an empty screen leads on. The tabs of the scan page: ui/scan/scanner. */
it.each([
  ['distributor', '/qr-management', ['Scan a code', 'Escanear un código'], '/mobile-scanner'],
  ['distributor', '/payouts', ['Scan a code', 'Escanear un código'], '/mobile-scanner'],
  ['site_owner', '/', ['Create a QR code', 'Crear un código QR'], '/qr-management'],
  ['site_owner', '/payouts', ['Create a QR code', 'Crear un código QR'], '/qr-management'],
  ['site_owner', '/qr-management/bulk', ['Choose a site', 'Elegir un sitio'], '/qr-management'],
  ['customer', '/my-scans', ['Scan QR Code', 'Escanear código QR'], '/mobile-scanner'],
] as const)('a new %s finds the next step on an empty %s: %s', async (role, path, step, goal) => {
  api.answerReads('empty');
  signIn(role);
  const link = (name: string) => page.getByRole('main').getByRole('link', { name }).first();
  await openScreen(path, { viewport: PHONE });
  await inBoth((say) => expect.element(link(say(step))).toHaveAttribute('href', goal));
  await link(step[1]).click();
  await expect.poll(() => location.pathname).toBe(goal);
});
