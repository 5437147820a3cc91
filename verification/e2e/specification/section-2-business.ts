import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Person } from '../support/person.ts';
import { button, heading, link, type Place, part, type Seen, testPlaces } from '../support/places.ts';
import { NAMES, SITE_NAME } from '../support/shop.ts';
import { stub } from '../support/stub.ts';
import { visit } from '../support/visit.ts';
import { useVisits, type Viewport, WIDTHS } from '../support/visits.ts';

/** Staff Validation, Subscription, Sites, Payouts, and both link pages. */
const visits = useVisits();
type Who = Parameters<typeof visits.page>[0];

const field = (label: string): Seen => [label, (page) => page.getByLabel(label)];
const inCard = (plan: string, text: string): Seen => [
  `${plan}: ${text}`,
  (page) => page.getByRole('region', { name: plan, exact: true }).getByText(text, { exact: true }),
];
const inPlan = (plan: string, ...texts: string[]) => texts.map((text) => inCard(plan, text));
const cells = (feature: string, ...values: string[]): Seen => [
  `${feature}: ${values.join(', ')}`,
  (page) => page.getByRole('row', { name: [feature, ...values].join(' '), exact: true }),
];
const card = (page: Page) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: SITE_NAME }) });
const onCard = (text: string): Seen => [`card: ${text}`, (page) => card(page).getByText(text, { exact: true })];
const ENTRY = {
  ...{ id: '00000000-0000-4000-8000-000000000001', redemptionId: '00000000-0000-4000-8000-000000000002' },
  ...{ qrId: '00000000-0000-4000-8000-0000deadbeef', sourceQrId: '00000000-0000-4000-8000-0000deadbeef' },
  ...{ commissionPercent: '4.00', commissionAmount: '12.34', earnedAmount: '12.34', currency: 'EUR', state: 'pending' },
  ...{ siteId: '00000000-0000-4000-8000-000000000003', siteName: SITE_NAME, distributorId: 'someone' },
  distributorName: 'Dora',
  ...{ createdAt: '2026-01-02T03:04:05.000Z', maturesAt: '2026-01-16T03:04:05.000Z' },
  awaitingUntil: null,
};

const PAYOUT = {
  ...{ id: ENTRY.redemptionId, siteId: ENTRY.id, distributorId: 'someone', name: SITE_NAME, amount: '20.00' },
  ...{ currency: 'EUR', status: 'processing', entries: 2, reference: null, createdAt: ENTRY.createdAt },
  ...{ settlement: 'by_hand', funding: null, failure: null },
};

const placesOf = (viewport: Viewport): readonly Place[] => {
  const open = (who: Who, path: string) => async () => {
    const page = await visits.page(who, viewport);
    await visit(page, path);
    return page;
  };
  const newcomers = new Map<string, Promise<Page>>();
  const newcomer = (intent: 'business' | 'distributor', path: string) => async () => {
    const opened = newcomers.get(intent) ?? Person.register(visits.url, 'New', intent).then((one) => visits.open(one));
    newcomers.set(intent, opened);
    const page = await opened;
    await visit(page, path);
    return page;
  };
  /** A page on which a call is stubbed with this answer. */
  const fixed = (path: string, call: string, body: unknown) => async () => {
    const page = await visits.page('distributor', viewport);
    await stub(page, { method: 'GET', path: call, body });
    await page.goto(path);
    return page;
  };
  const opening = (who: Who, path: string, name: string) => async () => {
    const page = await open(who, path)();
    await page.getByRole('button', { name, exact: true }).first().click();
    return page;
  };
  return [
    {
      name: '2.7 · Staff Validation',
      open: open('staff', '/staff-validation'),
      sees: [
        ...[heading('Staff Validation'), 'Validate customer redemptions', field('Redemption Code')],
        ['placeholder ABC-123', (page) => page.getByPlaceholder('ABC-123', { exact: true })],
        [
          'Validate is disabled while the input is empty',
          (page) => page.locator('button:disabled', { hasText: /^Validate$/ }),
        ],
        ...['or', 'Scan Customer QR', 'Tap to open camera', 'Recent Validations'],
        [
          'the sample row',
          (page) => page.getByRole('listitem').filter({ hasText: '20% Summer Discount' }).getByText('Confirmed'),
        ],
      ],
    },
    {
      name: '2.8 · Subscription of a Pro user',
      open: open('owner', '/subscription'),
      sees: [
        heading('Choose Your Plan'),
        ...inPlan(
          'Free',
          'Free',
          'Downgrade to Free',
          '1 site',
          '3 active QRs',
          '50 redemptions per month',
          '1-level splits',
        ),
        ...inPlan('Free', 'Basic reporting', 'With product branding.'),
        ...inPlan('Pro', 'Pro', 'Most Popular', 'Current Plan', 'Up to 3 sites', '100 active QRs'),
        ...inPlan('Pro', 'Unlimited redemptions', 'Unlimited splits', 'Staff codes', '0% commission fees'),
        ...inPlan('Ultra', 'Ultra', 'Upgrade to Ultra', 'Unlimited sites and QRs', 'Auto payouts via payment provider'),
        ...inPlan('Ultra', 'White-label QRs', 'Advanced reporting', 'Priority support'),
        ...(['Free €0.00', 'Pro €15.99', 'Ultra €22.50'] as const).map((price): Seen => {
          const [plan = '', amount = ''] = price.split(' ');
          return [
            `9 · ${price} a month`,
            (page) => page.getByRole('region', { name: plan, exact: true }).getByText(amount),
          ];
        }),
        [
          'the current plan’s button is disabled',
          (page) => page.locator('button:disabled', { hasText: 'Current Plan' }),
        ],
        ...[cells('Sites', '1', '3', 'Unlimited'), cells('Active QRs', '3', '100', 'Unlimited')],
        cells('Commission Splits', '1 level', 'Unlimited', 'Unlimited'),
        ...[cells('White-label', 'No', 'No', 'Yes'), cells('Auto Payouts', 'No', 'No', 'Yes')],
        ...['Your Current Plan', 'Paid'],
      ],
      seesNot: ['Upgrade to Pro for more sites, unlimited redemptions and staff codes.'],
    },
    {
      name: '2.8 · Subscription of a Free user',
      open: newcomer('business', '/subscription'),
      sees: [
        ...inPlan('Free', 'Current Plan'),
        ...inPlan('Pro', 'Upgrade to Pro'),
        ['the badge Free', (page) => page.getByText('Free', { exact: true }).nth(2)],
        'Upgrade to Pro for more sites, unlimited redemptions and staff codes.',
      ],
    },
    {
      name: '2.9 · Sites, none',
      open: newcomer('business', '/sites'),
      sees: [heading('Sites'), 'No Sites Created', button('Create Site')],
    },
    {
      name: '2.9 · Sites',
      open: open('owner', '/sites'),
      sees: [
        ...[SITE_NAME, 'Active', 'EUR', 'Ready', 'Configure'].map(onCard),
        ['card: created date', (page) => card(page).getByText(/^\w{3} \d{1,2}, \d{4}$|^\d{1,2} \w{3} \d{4}$/)],
        ['card: a stats button', (page) => card(page).getByRole('button', { name: /^Statistics of/ })],
      ],
    },
    {
      name: '2.9 · Create Site dialog',
      open: opening('owner', '/sites', 'Create Site'),
      sees: [
        ['Create Site', (page) => page.getByRole('dialog', { name: 'Create Site' })],
        [
          'site name, required',
          (page) => page.getByRole('textbox', { name: 'Site name' }).and(page.locator('[required]')),
        ],
        ['default currency', (page) => page.getByRole('combobox', { name: 'Default currency' })],
      ],
    },
    {
      name: '2.9 · Configure dialog',
      open: opening('owner', '/sites', 'Configure'),
      sees: [
        ['titled with the site name', (page) => page.getByRole('dialog', { name: SITE_NAME })],
        ...['General Settings', 'Commission Settings', 'Policy Settings'].map(heading),
        ...[button('Cancel'), button('Save Configuration')],
      ],
    },
    {
      name: '2.10 · Payouts of a distributor who has earned nothing',
      open: newcomer('distributor', '/payouts'),
      sees: [
        ...[heading('Payouts & Commission'), 'Total Earned', 'Paid Out', 'Pending', 'This Month'],
        ...['No commission entries yet', 'Commission will appear here after QR redemptions'],
      ],
    },
    {
      name: '2.10 · Commission breakdown by QR',
      open: fixed('/payouts', '/distributors/me/ledger', [ENTRY]),
      sees: [
        ['the last 6 characters of qrId', (page) => page.getByText('adbeef', { exact: true })],
        part(/^4\.00% commission · .*Jan.* 2026$/),
        '€12.34',
      ],
    },
    {
      name: '2.10 · Payout history',
      open: fixed('/payouts', '/distributors/me/payouts', [PAYOUT, { ...PAYOUT, id: ENTRY.id, status: 'paid' }]),
      sees: ['Processing', 'Paid', '€20.00'],
    },
    {
      name: '2.10 · Payouts of a site owner',
      open: open('owner', '/payouts'),
      sees: [
        button('Generate Payout'),
        button('View All Payouts'),
        heading('Payout History'),
        heading('Top Distributors'),
      ],
    },
    {
      name: '2.10 · Top distributors',
      on: 'both',
      open: async () => {
        const page = await open('owner', '/payouts')();
        await page.getByRole('region', { name: 'Top Distributors' }).scrollIntoViewIfNeeded();
        return page;
      },
      sees:
        viewport.width < 600
          ? ['Dana Distributor', part(/1 QRs · 0 Scans · 0 Redemptions/)]
          : ['Distributor', 'QRs', 'Scans', 'Redemptions', 'Commission'].map((name) => [
              `column ${name}`,
              (page) => page.getByRole('columnheader', { name, exact: true }),
            ]),
    },
    {
      name: '2.11 · Customer scan page, signed out',
      on: 'phone',
      open: async () => open('signedOut', visits.shop.root.customerUrl)(),
      sees: [
        ...['QR Scanned', heading(NAMES.root), 'Your Benefit', '20% Discount', link('Sign in to redeem')],
        part(/^Valid until /),
      ],
      // Before signing in there is no code to show.
      seesNot: ['Ready to redeem', 'Show this screen to staff to redeem your benefit'],
    },
    {
      name: '2.11 · Customer scan page, signed in',
      on: 'phone',
      open: async () => open('customer', visits.shop.root.customerUrl)(),
      sees: [
        ...['Ready to redeem', button('Redeem Benefit'), 'Show this screen to staff to redeem your benefit'],
        link('My Scans'),
      ],
      seesNot: ['Sign in to redeem'],
    },
    {
      name: '2.11 · Confirmation dialog',
      on: 'phone',
      open: async () => opening('customer', visits.shop.root.customerUrl, 'Redeem Benefit')(),
      sees: [
        heading('Confirm Redemption'),
        'Are you sure you want to redeem this benefit? This action cannot be undone.',
      ],
    },
    {
      name: '2.12 · Distributor scan page, signed out',
      on: 'phone',
      open: async () => open('signedOut', visits.shop.free.distributorUrl)(),
      sees: [
        ...['Business Opportunity', heading(NAMES.free), 'Customer Benefit', '20% Discount', 'Your Commission'],
        ...['10.00% per redemption', 'Redeemed', 'Available', 'Join as a Distributor', link('Sign up to Claim')],
        ...['How it works', 'Claim the QR code', 'Share it', 'Earn 10.00%', 'Track your earnings'],
      ],
    },
    {
      name: '2.12 · Distributor scan page, signed in',
      on: 'phone',
      open: async () => open('distributor', visits.shop.free.distributorUrl)(),
      sees: [heading('Claim this QR Code'), button('Claim QR Code')],
    },
    {
      name: '2.12 · Confirmation dialog',
      on: 'phone',
      open: async () => opening('distributor', visits.shop.free.distributorUrl, 'Claim QR Code')(),
      sees: [
        ['Claim QR Code', (page) => page.getByRole('dialog', { name: 'Claim QR Code' })],
        ['states the commission percent', (page) => page.getByRole('dialog').getByText(/10\.00%/)],
      ],
    },
  ];
};

describe.each(WIDTHS)('on the width of a %s', (width, viewport) => {
  testPlaces(placesOf(viewport), width);
});

describe('2.7 · The staff code', () => {
  it('2.7, 5 · Staff code: shown in capitals, monospace; tidied when sent', async () => {
    const page = await visits.page('staff');
    await page.goto('/staff-validation');
    const code = page.getByLabel('Redemption Code');
    for (const property of ['fontFamily', 'textTransform'] as const) {
      const style = await code.evaluate((input, name) => getComputedStyle(input)[name], property);
      expect(style).toMatch(/monospace|uppercase/);
    }
    for (const pasted of [' ABC-234', 'ABC 234', 'abc\u2013234', 'ABC\u2014234 ', 'abc234', 'Code: ABC-234']) {
      await code.fill(pasted);
      const answered = page.waitForResponse('**/api/staff/look-up');
      await page.getByRole('button', { name: 'Validate', exact: true }).click();
      expect((await answered).request().postDataJSON()).toEqual({ redemptionCode: 'ABC-234' });
      await page.getByRole('button', { name: 'Validate', exact: true, disabled: false }).waitFor();
    }
    const off = { autocorrect: 'off', autocapitalize: 'characters', spellcheck: 'false' };
    for (const [name, value] of Object.entries(off)) expect(await code.getAttribute(name)).toBe(value);
    await code.fill('   ');
    await expect.poll(() => page.getByRole('button', { name: 'Validate', exact: true }).isDisabled()).toBe(true);
  });
});
