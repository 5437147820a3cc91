import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { fillIn, press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { CHILD, openTree, pressInRow, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

/** Toasts of the owner's QR Management, word for word: the specification's section 8. */
const SAID = 'What the server says.';
const SUBMIT = { Split: 'Create Split', Sibling: 'Create Sibling', Edit: 'Save Changes' } as const;

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

/** What was made is shown: its code, with its link to share and to copy. */
async function closeCodeOf(name: string): Promise<void> {
  const shown = page.getByRole('dialog');
  await expect.element(shown.getByRole('heading', { name: 'QR Code Display' })).toBeVisible();
  await expect.element(shown.getByText(name)).toBeVisible();
  for (const button of ['Share', 'Copy'])
    await expect.element(shown.getByRole('button', { name: button })).toBeVisible();
  await press('Close');
}

/** Available percent: 4 - 2 of the child, 10 - 4 under the root, and 4 + 6 for the child itself. */
const DIALOGS = [
  [
    'Split',
    ['Please enter a name for the split QR.', '2.1', '2', 'Error creating split'],
    ['QR Split Created', 'Your child QR has been created successfully.'],
    ...([calls.splitQr, { qrs: [CHILD] }] as const),
  ],
  [
    'Sibling',
    ['Please enter a name for the sibling QR.', '6.01', '6', 'Error creating sibling QR'],
    ['Sibling QR Created', 'Your sibling QR has been created successfully.'],
    ...([calls.createQr, CHILD] as const),
  ],
  [
    'Edit',
    ['Please enter a name for the QR.', '10.01', '10', 'Error updating QR'],
    ['QR Updated', 'Your QR has been updated successfully.'],
    ...([calls.editQr, CHILD] as const),
  ],
] as const;

it.each(DIALOGS)(
  '8 · QR · %s: Name required, Commission too high, the error, and the success',
  async (button, problems, done, call: Call, answer) => {
    const [nameRequired, tooHigh, most, failed] = problems;
    await openTrees();
    await pressInRow('Harbour', button);
    const submit = () => press(SUBMIT[button]);
    const percent = page.getByRole('dialog').getByLabelText('Commission (%)');
    await fillIn({ Name: '  ' });
    await submit();
    await seeToast('Name required', nameRequired, { isFailure: true });
    await fillIn({ Name: 'New' });
    await percent.fill(tooHigh);
    await submit();
    await seeToast('Commission too high', `Maximum available commission is ${most}%`, { isFailure: true });
    expect(api.sent(call)).toEqual([]);
    await percent.fill('1');
    api.on(call, refusal(409, SAID));
    await submit();
    await seeToast(failed, SAID, { isFailure: true });
    await expect.element(page.getByRole('dialog')).toBeVisible();
    api.on(call, answer);
    api.on(calls.qrCode, CODE);
    await submit();
    await seeToast(done[0], done[1]);
    if (button !== 'Edit') await closeCodeOf(CHILD.name);
    await seeNoDialog();
    // Section 7: the list is read again.
    await expect.poll(() => api.sent(calls.listQrs).length).toBe(2);
  },
);

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
