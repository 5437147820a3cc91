import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { dialog, fillIn, press, seeDisabled, seeNoDialog, seeValues } from '../testing/forms.ts';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { CHILD, openTree, pressInRow, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

/** Toasts of the owner's QR Management, word for word: the specification's section 8. */
const SAID = 'What the server says.';
const URL_FIELD = 'External URL (optional)';
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
    ...([calls.splitQr, { qrs: [CHILD] }, { Name: '', 'Commission (%)': '1.00', [URL_FIELD]: '' }] as const),
  ],
  [
    'Sibling',
    ['Please enter a name for the sibling QR.', '6.01', '6', 'Error creating sibling QR'],
    ['Sibling QR Created', 'Your sibling QR has been created successfully.'],
    ...([calls.createQr, CHILD, { Name: '', 'Commission (%)': '1.00', [URL_FIELD]: '' }] as const),
  ],
  [
    'Edit',
    ['Please enter a name for the QR.', '10.01', '10', 'Error updating QR'],
    ['QR Updated', 'Your QR has been updated successfully.'],
    ...([calls.editQr, CHILD, { Name: CHILD.name, 'Commission (%)': '4.00', [URL_FIELD]: '' }] as const),
  ],
] as const;

it.each(DIALOGS)(
  '8 · QR · %s: Name required, Commission too high, the error, and the success; 5 · disabled while pending; 4 · reset on success',
  async (button, problems, done, call: Call, made, fresh) => {
    const [nameRequired, tooHigh, most, failed] = problems;
    await openTrees();
    await pressInRow('Harbour', button);
    const submit = () => press(SUBMIT[button]);
    await fillIn({ Name: '  ' });
    await submit();
    await seeToast('Name required', nameRequired, { isFailure: true });
    await fillIn({ Name: 'New', 'Commission (%)': tooHigh });
    await submit();
    await seeToast('Commission too high', `Maximum available commission is ${most}%`, { isFailure: true });
    expect(api.sent(call)).toEqual([]);
    await fillIn({ 'Commission (%)': '2.00', [URL_FIELD]: 'https://a.example' });
    let answer = (_: ReturnType<typeof refusal>) => {};
    api.on(call, () => new Promise((resolve) => (answer = resolve)) as never);
    await submit();
    await seeDisabled(dialog().getByRole('button', { name: SUBMIT[button] }));
    answer(refusal(409, SAID));
    await seeToast(failed, SAID, { isFailure: true });
    await seeDisabled(dialog().getByRole('button', { name: SUBMIT[button] }), false);
    api.on(call, made);
    api.on(calls.qrCode, CODE);
    await submit();
    await seeToast(done[0], done[1]);
    if (button !== 'Edit') await closeCodeOf(CHILD.name);
    await seeNoDialog();
    const sent = { name: 'New', commissionPercent: '2.00', externalUrl: 'https://a.example/' };
    expect(api.sent(call)[1]?.body).toMatchObject(button === 'Split' ? { splits: [sent] } : sent);
    // Section 7: the list is read again.
    await expect.poll(() => api.sent(calls.listQrs).length).toBe(2);
    await pressInRow('Harbour', button);
    await seeValues(fresh);
  },
);

it('8 · QR · Site required · Please select a site first.', async () => {
  await openTrees('');
  await page.getByRole('button', { name: 'Create QR Code' }).click();
  await seeToast('Site required', 'Please select a site first.', { isFailure: true });
});

it('8 · QR · the toasts of the menu: statistics, downloads and copies', async () => {
  const pick = async (item: string) => {
    await press('More for Harbour', page);
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const title = () => expect.poll(() => document.querySelector('.toast-title')?.textContent);
  await openTrees();
  await pick('QR Stats');
  await seeToast('QR Statistics', '0 scans • 0 redemptions • 4.00% commission');
  api.on(calls.qrCode, refusal(409, SAID));
  await pick('Download QR');
  await seeToast('Download Failed', 'Failed to download QR code image.', { isFailure: true });
  api.on(calls.qrCode, CODE);
  const copied: Promise<Blob>[] = [];
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    if (item) copied.push(item.getType('text/plain'));
  });
  await pick('Copy QR URL');
  await title().toBe('URL Copied');
  expect(await (await copied[0])?.text()).toBe(CODE.qrUrl);
  // The browser allows no copying.
  const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  write.mockImplementation(refuse);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(refuse);
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await pick('Copy QR URL');
  await seeToast('Copy Failed', 'Failed to copy QR URL to clipboard.', { isFailure: true });
  await pick('Download QR');
  await title().toBe('Download Started');
});
