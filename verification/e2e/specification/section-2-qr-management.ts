import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { qrButtons } from '../support/actions.ts';
import { Person } from '../support/person.ts';
import { button, heading, type Place, type Seen, tab, testPlaces } from '../support/places.ts';
import { pickQrItem } from '../support/screens.ts';
import { NAMES } from '../support/shop.ts';
import { visit } from '../support/visit.ts';
import { useVisits, WIDTHS } from '../support/visits.ts';

/** QR Management of both roles, the tree and the display dialog. */
const visits = useVisits();
let emptySite = '';
beforeAll(async () => {
  ({ id: emptySite } = await visits.shop.owner.post<{ id: string }>('/api/sites', { name: 'Empty', currency: 'GBP' }));
});

/** A row of the tree: the text of everything between a QR's name and its buttons. */
const row = (page: Page, name: string) => qrButtons(page, name).locator('xpath=..');
const inRow = (name: string, text: string): Seen => [
  `${name}: ${text}`,
  (page) => row(page, name).getByText(text, { exact: true }),
];
const rowButton = (name: string, label: string): Seen => [
  `${name}: ${label} button`,
  (page) => qrButtons(page, name).getByRole('button', { name: label, exact: true }),
];
const BUTTONS = ['Split', 'Sibling', 'Edit', `More for ${NAMES.root}`];
const SITE_PICKER: Seen = ['Select Site', (page) => page.getByRole('combobox', { name: 'Select Site' })];
const chosen = [
  'Choose a site to manage QRs',
  (page: Page) =>
    page.getByRole('combobox', { name: 'Select Site' }).and(page.getByPlaceholder('Choose a site to manage QRs')),
] as const;

const placesOf = (open: (who: 'owner' | 'distributor', path: string) => Promise<Page>): readonly Place[] => [
  {
    name: '2.4 · Site owner view, until a site is chosen',
    open: () => open('owner', '/qr-management'),
    sees: [
      ...[heading('QR Management'), heading('Select Site'), chosen, 'No Site Selected'],
      'Choose a site from the dropdown above to start managing QR codes.',
      heading('Create New QR Code'),
    ],
    seesNot: [heading('QR Commission Tree')],
  },
  {
    name: '2.4 · Site owner view of a site without QRs',
    open: () => open('owner', `/qr-management?site=${emptySite}`),
    sees: [
      ...[heading('QR Commission Tree'), 'No QR codes found for this site.', 'No QR Codes Yet'],
      'Create your first QR code to see the commission tree structure here.',
    ],
  },
  {
    name: '2.4 · Site owner view of a tree',
    on: 'both',
    open: () => open('owner', `/qr-management?site=${visits.shop.siteId}`),
    sees: [
      ...[SITE_PICKER, heading('QR Commission Tree'), heading('Create New QR Code')],
      ...['20% Discount', '10.00%', 'Root QR', 'Remaining Commission', '6.00%', 'Available for new splits'].map(
        (text) => inRow(NAMES.root, text),
      ),
      inRow(NAMES.root, '0 scans · 0 redemptions'),
      ...BUTTONS.map((label) => rowButton(NAMES.root, label)),
      // Percent times 10 for a child, times 5 for a grandchild, as observed.
      ...['4.00%', '% commission split', '€40.00'].map((text) => inRow(NAMES.child, text)),
      rowButton(NAMES.child, 'Split'),
      ...['2.00%', '% of parent', '€10.00'].map((text) => inRow(NAMES.grandchild, text)),
      rowButton(NAMES.grandchild, 'Split'),
      button('Show 1 more below'),
    ],
    seesNot: [
      ['9 · Tree display depth: three levels', (page) => page.getByText(NAMES.deepest, { exact: true })],
      inRow(NAMES.child, 'Root QR'),
      inRow(NAMES.child, 'Remaining Commission'),
    ],
  },
  {
    name: '2.4 · More menu',
    open: async () => {
      const page = await open('owner', `/qr-management?site=${visits.shop.siteId}`);
      await page.getByRole('button', { name: `More for ${NAMES.child}` }).click();
      return page;
    },
    sees: ['Show QR Code', 'Copy QR URL', 'Download QR', 'QR Stats'].map((name) => [
      name,
      (page) => page.getByRole('menuitem', { name, exact: true }),
    ]),
  },
  {
    name: '2.4 · QR Code Display',
    open: async () => {
      const page = await open('owner', `/qr-management?site=${visits.shop.siteId}`);
      await pickQrItem(page, NAMES.free, 'Show QR Code');
      return page;
    },
    sees: [
      ['QR Code Display', (page) => page.getByRole('dialog', { name: 'QR Code Display' })],
      ...[tab('Customer Link'), tab('Distributor Link'), button('Copy'), button('Download')],
      ['the scan URL', (page) => page.locator(`input[value="${visits.shop.free.customerUrl}"]`)],
      ['usage hints', (page) => page.getByRole('dialog').getByRole('listitem').nth(2)],
    ],
  },
  {
    name: '2.4 · Distributor view',
    on: 'both',
    open: () => open('distributor', '/qr-management'),
    sees: [
      ...[heading('My QR Codes'), inRow(NAMES.root, 'Root QR'), inRow(NAMES.child, '% commission split')],
      rowButton(NAMES.root, 'Split'),
    ],
    seesNot: [SITE_PICKER, heading('Create New QR Code'), heading('QR Commission Tree')],
  },
];

describe.each(WIDTHS)('on the width of a %s', (width, viewport) => {
  const open = async (who: 'owner' | 'distributor', path: string) => {
    const page = await visits.page(who, viewport);
    await visit(page, path);
    return page;
  };
  testPlaces(
    [
      ...placesOf(open),
      {
        name: '2.4 · Distributor view without QRs',
        open: async () => {
          const page = await visits.open(await Person.register(visits.url, 'New', 'distributor'), viewport);
          await page.goto('/qr-management');
          return page;
        },
        sees: ['No QR codes claimed yet. Start claiming QRs to see them here.'],
      },
      {
        name: '2.4 · Distributor view where canSplit is false',
        open: async () => {
          const page = await visits.page('distributor', viewport);
          await page.route('**/site-config', async (route) => {
            const answer = (await (await route.fetch()).json()) as object;
            await route.fulfill({ json: { ...answer, canSplit: false } });
          });
          const answered = page.waitForResponse('**/site-config');
          await page.goto('/qr-management');
          await answered;
          return page;
        },
        sees: [rowButton(NAMES.root, 'Edit')],
        seesNot: [rowButton(NAMES.root, 'Split'), button('Split')],
      },
    ],
    width,
  );

  it('2.4 · what lies deeper than three levels is there by expanding', async () => {
    const page = await open('owner', `/qr-management?site=${visits.shop.siteId}`);
    await page.getByRole('button', { name: 'Show 1 more below' }).click();
    await row(page, NAMES.deepest).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Show less' }).count()).toBe(1);
  });
});
