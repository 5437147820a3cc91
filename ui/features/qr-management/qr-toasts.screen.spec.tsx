import type { Call } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { api, openScreen } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { CHILD, openTree, pressInRow, QR, SITE } from '../../testing/shop.ts';
import { seeToast } from '../../testing/toasts.ts';

/** Toasts of the owner's QR Management, word for word: the specification's section 8. */
const SAID = 'What the server says.';
const SUBMIT = { Split: 'Create Split', Sibling: 'Create Sibling', Edit: 'Save Changes' } as const;
type Button = keyof typeof SUBMIT;

beforeEach(async () => {
  signIn('site_owner');
  openTree();
});

const CODE = {
  ...{
    qrUrl: 'https://shop.example/scan/customer/token',
    qrCodeImage: 'data:image/png;base64,AAAA',
    qrName: 'Harbour',
  },
  ...{ customerUrl: 'https://shop.example/scan/customer/token', benefitDisplay: '20% Discount' },
  distributorUrl: 'https://shop.example/scan/distributor/token',
};

const openTrees = (site: string = SITE.id) => openScreen(`/qr-management?site=${site}`);

/** Fills the dialog of the child's row and sends it. */
async function send(button: Button, name: string, percent?: string): Promise<void> {
  await openTrees();
  await pressInRow('Harbour', button);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  if (percent) await dialog.getByLabelText('Commission (%)').fill(percent);
  await dialog.getByRole('button', { name: SUBMIT[button] }).click();
}

it.each([
  ['Split', 'Please enter a name for the split QR.'],
  ['Sibling', 'Please enter a name for the sibling QR.'],
  ['Edit', 'Please enter a name for the QR.'],
] as const)('8 · QR · %s · Name required · %s', async (button, text) => {
  await send(button, '  ');
  await seeToast('Name required', text, { isFailure: true });
});

/** Available percent: 4 - 2 of the child, 10 - 4 under the root, and 4 + 6 for the child itself. */
it.each([
  ['Split', '2.1', '2'],
  ['Sibling', '6.01', '6'],
  ['Edit', '10.01', '10'],
] as const)('8 · QR · %s · Commission too high: %s of %s', async (button, percent, most) => {
  await send(button, 'New', percent);
  await seeToast('Commission too high', `Maximum available commission is ${most}%`, { isFailure: true });
});

it.each([
  ['Split', 'Error creating split', calls.splitQr],
  ['Sibling', 'Error creating sibling QR', calls.createQr],
  ['Edit', 'Error updating QR', calls.editQr],
] as const)('8 · QR · %s · %s', async (button, title, call: Call) => {
  api.on(call, refusal(409, SAID));
  await send(button, 'New');
  await seeToast(title, SAID, { isFailure: true });
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

it.each([
  ['Split', 'QR Split Created', 'Your child QR has been created successfully.', calls.splitQr, { qrs: [CHILD] }],
  ['Sibling', 'Sibling QR Created', null, calls.createQr, CHILD],
  ['Edit', 'QR Updated', null, calls.editQr, CHILD],
] as const)('8 · QR success · %s · %s', async (button, title, text, call: Call, answer) => {
  api.on(call, answer);
  await send(button, 'New');
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe(title);
  if (text !== null) await seeToast(title, text);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  // Section 7: the list is read again.
  await expect.poll(() => api.sent(calls.listQrs).length).toBe(2);
});

it.each([
  ['Error creating QR', refusal(409, SAID)],
  ['QR Created', QR],
] as const)('8 · QR · the create form · %s', async (title, answer) => {
  api.on(calls.createQr as Call, answer);
  api.on(calls.qrCode, CODE);
  await openTrees();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('New');
  await page.getByLabelText('Discount percent').fill('5');
  await page.getByRole('button', { name: 'Create QR Code' }).click();
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe(title);
  await expect.poll(() => api.sent(calls.listQrs).length).toBe(title === 'QR Created' ? 2 : 1);
});

it('8 · QR · Site required · Please select a site first.', async () => {
  await openTrees('');
  await page.getByRole('button', { name: 'Create QR Code' }).click();
  await seeToast('Site required', 'Please select a site first.', { isFailure: true });
});

const pick = async (item: string) => {
  await openTrees();
  await page.getByRole('button', { name: 'More for Harbour' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

it('8 · QR Stats · QR Statistics', async () => {
  await pick('QR Stats');
  await seeToast('QR Statistics', '0 scans • 0 redemptions • 4.00% commission');
});

it('8 · QR · Download Failed', async () => {
  api.on(calls.qrCode, refusal(409, SAID));
  await pick('Download QR');
  await seeToast('Download Failed', 'Failed to download QR code image.', { isFailure: true });
});

it('8 · QR success · URL Copied', async () => {
  api.on(calls.qrCode, CODE);
  const copied: Promise<Blob>[] = [];
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    if (item) copied.push(item.getType('text/plain'));
  });
  await pick('Copy QR URL');
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe('URL Copied');
  expect(await (await copied[0])?.text()).toBe(CODE.qrUrl);
});

it('8 · QR · Copy Failed, where the browser allows no copying', async () => {
  api.on(calls.qrCode, CODE);
  const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(refuse);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(refuse);
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await pick('Copy QR URL');
  await seeToast('Copy Failed', 'Failed to copy QR URL to clipboard.', { isFailure: true });
});

it('8 · QR success · Download Started', async () => {
  api.on(calls.qrCode, CODE);
  await pick('Download QR');
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe('Download Started');
});
