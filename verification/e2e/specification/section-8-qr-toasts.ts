import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { cancelDialog, openQrDialog, pickQrItem } from '../support/screens.ts';
import { NAMES } from '../support/shop.ts';
import { refusal, type Stub } from '../support/stub.ts';
import { type ToastRow, testToastRows } from '../support/toast-rows.ts';
import { useVisits } from '../support/visits.ts';

/** Toasts of the owner's QR Management, word for word. */
const visits = useVisits();
const SAID = 'What the server says.';
const refused = (method: Stub['method'], path: string): readonly Stub[] => [{ method, path, ...refusal(409, SAID) }];

type Fields = { readonly name?: string; readonly percent?: string };
const SUBMIT = { Split: 'Create Split', Sibling: 'Create Sibling', Edit: 'Save Changes' } as const;
const send =
  (qr: string, button: keyof typeof SUBMIT, { name, percent }: Fields) =>
  async (page: Page) => {
    const dialog = await openQrDialog(page, qr, button);
    if (name !== undefined) await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    if (percent !== undefined) await dialog.getByLabel('Commission (%)').fill(percent);
    await dialog.getByRole('button', { name: SUBMIT[button] }).click();
  };
const isClosed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
const create = (name: string) => async (page: Page) => {
  const form = page.locator('form');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await form.getByLabel('Discount percent').fill('5');
  await form.getByRole('button', { name: 'Create QR Code' }).click();
};
/** A browser without access to the clipboard. */
const forbidCopying = (page: Page) =>
  page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    Object.assign(navigator.clipboard, { write: refuse, writeText: refuse });
    document.execCommand = () => false;
  });

const NAME_REQUIRED: readonly (readonly [keyof typeof SUBMIT, string])[] = [
  ['Split', 'Please enter a name for the split QR.'],
  ['Sibling', 'Please enter a name for the sibling QR.'],
  ['Edit', 'Please enter a name for the QR.'],
];
/** Available percent: 4 - 2 of the child, 10 - 4 under the root, and 4 + 6 for the child itself. */
const TOO_HIGH: readonly (readonly [keyof typeof SUBMIT, string, string])[] = [
  ['Split', '2.1', '2'],
  ['Sibling', '6.01', '6'],
  ['Edit', '10.01', '10'],
];

const ROWS: readonly ToastRow[] = [
  ...NAME_REQUIRED.map(([button, text]) => ({
    ...{ area: `QR · ${button}`, title: 'Name required', text },
    make: send(NAMES.child, button, { name: '  ' }),
    also: cancelDialog,
  })),
  ...TOO_HIGH.map(([button, percent, most]) => ({
    ...{ area: `QR · ${button}`, title: 'Commission too high', text: `Maximum available commission is ${most}%` },
    make: send(NAMES.child, button, { name: 'New', percent }),
    also: cancelDialog,
  })),
  {
    area: 'QR Stats',
    title: 'QR Statistics',
    text: '0 scans • 0 redemptions • 4.00% commission',
    tone: 'plain',
    make: (page) => pickQrItem(page, NAMES.child, 'QR Stats'),
  },
  {
    area: 'QR success',
    title: 'URL Copied',
    tone: 'plain',
    make: (page) => pickQrItem(page, NAMES.child, 'Copy QR URL'),
  },
  {
    area: 'QR success',
    title: 'Download Started',
    tone: 'plain',
    make: (page) => pickQrItem(page, NAMES.child, 'Download QR'),
  },
  {
    ...{ area: 'QR', title: 'Copy Failed', text: 'Failed to copy QR URL to clipboard.', changes: true as const },
    make: async (page) => {
      await forbidCopying(page);
      await pickQrItem(page, NAMES.child, 'Copy QR URL');
    },
  },
  {
    ...{ area: 'QR', title: 'Download Failed', text: 'Failed to download QR code image.' },
    answers: refused('GET', '/qrs/*/qrcode'),
    make: (page) => pickQrItem(page, NAMES.child, 'Download QR'),
  },
  {
    ...{ area: 'QR', title: 'Error creating split', text: SAID, answers: refused('POST', '/split') },
    make: send(NAMES.child, 'Split', { name: 'New' }),
    also: cancelDialog,
  },
  {
    ...{ area: 'QR', title: 'Error creating sibling QR', text: SAID, answers: refused('POST', '/qrs') },
    make: send(NAMES.child, 'Sibling', { name: 'New' }),
    also: cancelDialog,
  },
  {
    ...{ area: 'QR', title: 'Error updating QR', text: SAID, answers: refused('PUT', '/qrs/*') },
    make: send(NAMES.child, 'Edit', { name: 'New' }),
    also: cancelDialog,
  },
  { area: 'QR', title: 'Error creating QR', text: SAID, answers: refused('POST', '/qrs'), make: create('New') },
  {
    ...{ area: 'QR', title: 'Site required', text: 'Please select a site first.', at: '/qr-management?site=' },
    make: create('New'),
  },
  {
    ...{ area: 'QR success', title: 'QR Split Created', text: 'Your child QR has been created successfully.' },
    ...{ tone: 'plain', make: send(NAMES.free, 'Split', { name: 'New split' }), also: isClosed },
  },
  {
    ...{ area: 'QR success', title: 'Sibling QR Created', tone: 'plain' },
    ...{ make: send(NAMES.free, 'Sibling', { name: 'New sibling' }), also: isClosed },
  },
  {
    ...{ area: 'QR success', title: 'QR Updated', tone: 'plain' },
    ...{ make: send(NAMES.free, 'Edit', { name: NAMES.free }), also: isClosed },
  },
  { area: 'QR success', title: 'QR Created', tone: 'plain', make: create('New root') },
];

describe('on the width of a desktop', () => {
  let page: Page;
  beforeAll(async () => {
    page = await visits.page('owner');
  });
  testToastRows(
    () => page,
    () => `/qr-management?site=${visits.shop.siteId}`,
    ROWS,
  );

  it('and nothing broke on the way', () => expect(visits.pageErrors()).toEqual([]));
});
