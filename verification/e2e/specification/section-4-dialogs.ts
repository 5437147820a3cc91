import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { openQrDialog, pickQrItem } from '../support/screens.ts';
import { NAMES, SITE_NAME } from '../support/shop.ts';
import { useVisits } from '../support/visits.ts';

/** The state of each dialog when it is opened, changed, closed and opened again. */
const visits = useVisits();
/** Less than the default of 1 percent is left of these QRs: of the root itself, and beside the child. */
const SMALL = 'Small';
const TIGHT = { root: 'Tight', child: 'Tight child' };
beforeAll(async () => {
  const { owner, siteId } = visits.shop;
  const make = (name: string, commissionPercent: string) =>
    owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, {
      ...{ name, type: 'TEXT_REWARD', textReward: 'A coffee', commissionPercent },
    });
  await make(SMALL, '0.50');
  const { id } = await make(TIGHT.root, '1.20');
  const splits = [{ name: TIGHT.child, commissionPercent: '0.50' }];
  await owner.post(`/api/sites/${siteId}/qrs/${id}/split`, { splits });
});

type Field = readonly [control: (dialog: Locator) => Locator, typed: string, fresh: string];
interface Dialog {
  readonly row: string;
  readonly path: () => string;
  readonly open: (page: Page) => Promise<Locator>;
  readonly fields: readonly Field[];
}
const tree = () => `/qr-management?site=${visits.shop.siteId}`;
const name = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Name', exact: true });
const percent = (dialog: Locator) => dialog.getByLabel('Commission (%)');
const url = (dialog: Locator) => dialog.getByLabel('External URL');
const opened = async (page: Page) => {
  await page.getByRole('dialog').waitFor();
  return page.getByRole('dialog');
};
const fromCard = (button: string | RegExp) => async (page: Page) => {
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: SITE_NAME }) });
  await card.getByRole('button', { name: button }).click();
  return opened(page);
};

const DIALOGS: readonly Dialog[] = [
  {
    row: 'Split: name empty, commission 1, URL empty',
    ...{ path: tree, open: (page) => openQrDialog(page, NAMES.child, 'Split') },
    fields: [
      [name, 'Half typed', ''],
      [percent, '1.50', '1.00'],
      [url, 'https://a.example', ''],
    ],
  },
  {
    row: 'Split: commission 1 capped at the available amount',
    ...{ path: tree, open: (page) => openQrDialog(page, SMALL, 'Split') },
    fields: [[percent, '0.20', '0.50']],
  },
  {
    row: 'Sibling of a child: commission 1',
    ...{ path: tree, open: (page) => openQrDialog(page, NAMES.child, 'Sibling') },
    fields: [
      [name, 'Half typed', ''],
      [percent, '3.00', '1.00'],
      [(dialog) => dialog.getByLabel('Internal name'), 'Half typed', ''],
    ],
  },
  {
    row: 'Sibling of a child: min(1, available)',
    ...{ path: tree, open: (page) => openQrDialog(page, TIGHT.child, 'Sibling') },
    fields: [[percent, '0.20', '0.70']],
  },
  {
    row: 'Sibling of a root: commission 10',
    ...{ path: tree, open: (page) => openQrDialog(page, NAMES.root, 'Sibling') },
    fields: [
      [name, 'Half typed', ''],
      [percent, '55', '10.00'],
    ],
  },
  {
    row: 'Edit: what the QR has',
    ...{ path: tree, open: (page) => openQrDialog(page, NAMES.child, 'Edit') },
    fields: [
      [name, 'Half typed', NAMES.child],
      [percent, '9.00', '4.00'],
      [url, 'https://a.example', ''],
    ],
  },
  {
    row: 'Create site: name empty, currency EUR',
    path: () => '/sites',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create Site' }).click();
      return opened(page);
    },
    fields: [[(dialog) => dialog.getByLabel('Site name'), 'Half typed', '']],
  },
  {
    row: 'Site configuration: loads the configuration and fills the form',
    path: () => '/sites',
    open: async (page) => {
      const dialog = await fromCard('Configure')(page);
      await dialog.getByText('Policy Settings').waitFor();
      return dialog;
    },
    fields: [
      [(dialog) => dialog.getByLabel('Site name'), 'Half typed', SITE_NAME],
      [(dialog) => dialog.getByLabel('QR lifetime'), '5', '1440'],
      [(dialog) => dialog.getByLabel('Min split (%)'), '2.50', '0.50'],
      [(dialog) => dialog.getByLabel('Max total splits'), '7', ''],
    ],
  },
  {
    row: 'Staff of a site: no half-finished invitation',
    ...{ path: () => '/sites', open: fromCard(/^Staff of/) },
    fields: [[(dialog) => dialog.getByLabel('E-mail of the new member'), 'half@example.test', '']],
  },
  {
    row: 'Scan QR Code: nothing typed',
    path: () => '/mobile-scanner',
    open: async (page) => {
      await page.getByRole('button', { name: 'Start Scanning' }).click();
      return opened(page);
    },
    fields: [[(dialog) => dialog.getByLabel('Link or code'), 'half-a-token', '']],
  },
];

describe('4 · Dialogs, over the whole of a phone', () => {
  let page: Page;
  beforeAll(async () => {
    page = await visits.page('owner', PHONE);
  });

  it.each(DIALOGS.map((dialog) => [dialog.row, dialog] as const))('%s', async (_row, { path, open, fields }) => {
    if (!page.url().endsWith(path())) await page.goto(path());
    const values = (dialog: Locator) => Promise.all(fields.map(([control]) => control(dialog).inputValue()));
    const fresh = fields.map(([, , value]) => value);
    const first = await open(page);
    await expect.poll(() => values(first)).toEqual(fresh);
    for (const [control, typed] of fields) await control(first).fill(typed);
    await expect.poll(() => values(first)).toEqual(fields.map(([, typed]) => typed));
    await first.getByRole('button', { name: /^(Cancel|Close)$/ }).click();
    await first.waitFor({ state: 'detached' });
    const again = await open(page);
    await expect.poll(() => values(again)).toEqual(fresh);
    await page.keyboard.press('Escape');
    await again.waitFor({ state: 'detached' });
  });

  it('QR Code Display: begins with the Customer Link', async () => {
    await page.goto(tree());
    for (let turn = 0; turn < 2; turn += 1) {
      await pickQrItem(page, NAMES.child, 'Show QR Code');
      const dialog = await opened(page);
      await dialog.getByRole('tab', { name: 'Customer Link', selected: true }).waitFor();
      await dialog.getByRole('tab', { name: 'Distributor Link' }).click();
      await dialog.getByAltText('QR code of the distributor link').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });
});

describe('4 · Dialog forms reset on success', () => {
  let page: Page;
  beforeAll(async () => {
    page = await visits.page('owner');
  });

  it.each([
    ['Split', 'Create Split', '1.00'],
    ['Sibling', 'Create Sibling', '10.00'],
  ] as const)('%s', async (button, submit, commission) => {
    await page.goto(tree());
    const dialog = await openQrDialog(page, NAMES.free, button);
    await name(dialog).fill(`New by ${button}`);
    await percent(dialog).fill('2.00');
    await url(dialog).fill('https://a.example');
    await dialog.getByRole('button', { name: submit }).click();
    await dialog.waitFor({ state: 'detached' });
    const again = await openQrDialog(page, NAMES.free, button);
    await expect.poll(() => name(again).inputValue()).toBe('');
    await expect.poll(() => percent(again).inputValue()).toBe(commission);
    await expect.poll(() => url(again).inputValue()).toBe('');
  });

  it('Create form: as it was when the page opened', async () => {
    await page.goto(tree());
    const form = page.locator('form');
    await form.getByLabel('Max redemptions').and(page.locator('[value="3"]')).waitFor();
    await name(form).fill('New by form');
    await form.getByLabel('Discount percent').fill('12');
    await percent(form).fill('33');
    await form.getByRole('button', { name: 'Create QR Code' }).click();
    await page.getByText('QR Created', { exact: true }).waitFor();
    await expect.poll(() => name(form).inputValue()).toBe('');
    await expect.poll(() => form.getByLabel('Discount percent').inputValue()).toBe('');
    await expect.poll(() => percent(form).inputValue()).toBe('10.00');
  });

  it('Create-site dialog closes, name empty and currency EUR again; the new site goes to the top of the list (9 · Site currencies: EUR, USD, GBP)', async () => {
    await page.goto('/sites');
    await page.getByRole('button', { name: 'Create Site' }).click();
    const dialog = await opened(page);
    await dialog.getByLabel('Site name').fill('Newest');
    await dialog.getByRole('combobox').click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['EUR', 'USD', 'GBP']);
    await page.getByRole('option', { name: 'GBP', exact: true }).click();
    await dialog.getByRole('button', { name: 'Create Site' }).click();
    await dialog.waitFor({ state: 'detached' });
    const first = page.getByRole('article').first();
    await expect.poll(() => first.getByRole('heading').innerText()).toBe('Newest');
    await first.getByText('GBP', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create Site' }).click();
    await expect.poll(() => dialog.getByLabel('Site name').inputValue()).toBe('');
    await expect.poll(() => dialog.getByRole('combobox').innerText()).toBe('EUR');
  });
});
