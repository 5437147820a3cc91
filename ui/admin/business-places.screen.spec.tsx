import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { testPlaces } from '../testing/places.ts';
import { openShop, SITE } from '../testing/shop.ts';

/** The specification's sections 2.7, 2.9 and 2.10, word for word. The plans of 2.8: ui/subscription. */
const press = (name: string) => async () => page.getByRole('button', { name, exact: true }).click();
const DANA = {
  ...{ distributorId: 'user-distributor', name: 'Dana Distributor', qrs: 1, scans: 4, redemptions: 2 },
  ...{ commission: '12.34', currency: 'EUR' as const, isBlocked: false },
};

testPlaces([
  [
    '2.7 · Staff Validation',
    {
      path: '/staff-validation',
      role: 'staff',
      headings: ['Staff Validation'],
      fields: ['Redemption Code'],
      texts: [
        'Validate customer redemptions',
        'or',
        'Scan Customer QR',
        'Tap to open camera',
        'Recent Validations',
        '20% Summer Discount',
        'Confirmed',
      ],
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
    '2.9 · Create Site dialog',
    {
      path: '/sites',
      role: 'site_owner',
      given: () => openShop([]),
      open: press('Create Site'),
      dialog: 'Create Site',
      fields: ['Site name', 'Default currency'],
    },
  ],
  [
    '2.9 · Configure dialog',
    {
      path: '/sites',
      role: 'site_owner',
      given: () => openShop([]),
      open: press('Configure'),
      dialog: 'Corner Café',
      headings: ['General Settings', 'Commission Settings', 'Policy Settings'],
      buttons: ['Cancel', 'Save Configuration'],
    },
  ],
  [
    '2.10 · Payouts of a distributor who has earned nothing',
    {
      path: '/payouts',
      role: 'distributor',
      headings: ['Payouts & Commission'],
      texts: [
        'Total Earned',
        'Paid Out',
        'Pending',
        'This Month',
        'No commission entries yet',
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
]);

it('2.10 · the columns of top distributors on a desktop', async () => {
  api.answerReads('empty');
  signIn('site_owner');
  openShop([]);
  api.on(calls.topDistributors, [DANA], { total: 1 });
  await openScreen('/payouts');
  const region = page.getByRole('region', { name: 'Top Distributors', exact: true });
  await expect.element(region).toBeInTheDocument();
  region.element().scrollIntoView();
  const columns = () =>
    region
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(() => columns().slice(0, 5)).toEqual(['Distributor', 'QRs', 'Scans', 'Redemptions', 'Commission']);
  const cells = () =>
    region
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(() => cells().slice(0, 4)).toEqual(['1', '4', '2', '€12.34']);
  expect(api.sent(calls.topDistributors)[0]?.params).toEqual({ siteId: SITE.id });
});

it('2.7 · Staff code: capitals, monospace, tidied when sent; Validate is disabled while it is empty or a request is pending', async () => {
  api.answerReads('empty');
  signIn('staff');
  api.on(calls.lookUpScan, { success: false, message: 'What the server says.' });
  await openScreen('/staff-validation');
  const code = page.getByLabelText('Redemption Code');
  const validate = page.getByRole('button', { name: 'Validate', exact: true });
  await expect.element(validate).toBeDisabled();
  await expect.element(code).toHaveAttribute('placeholder', 'ABC-123');
  const { fontFamily, textTransform } = getComputedStyle(code.element());
  expect([fontFamily, textTransform]).toEqual(['monospace', 'uppercase']);
  const off = { autocorrect: 'off', autocapitalize: 'characters', spellcheck: 'false' };
  for (const [name, value] of Object.entries(off)) await expect.element(code).toHaveAttribute(name, value);
  await code.fill(' abc 234');
  await validate.click();
  await expect.poll(() => api.sent(calls.lookUpScan).map(({ body }) => body)).toEqual([{ redemptionCode: 'ABC-234' }]);
  await expect.element(validate).toBeEnabled();
  await code.fill('   ');
  await expect.element(validate).toBeDisabled();
  await code.fill('ABC-234');
  api.on(calls.lookUpScan, () => new Promise<never>(() => {}));
  await validate.click();
  await expect.element(validate).toBeDisabled();
});
