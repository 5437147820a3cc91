import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { fillIn, press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { CHILD, codeOf, openTree, pressInRow, SITE } from '../testing/shop.ts';
import { seeToast, shownToast } from '../testing/toasts.ts';

/** Toasts of the owner's QR Management, word for word: the specification's section 8. Those of the create form: create-qr.screen.spec.tsx. */
const SAID = 'What the server says.';

beforeEach(() => {
  signIn('site_owner');
  openTree();
});
const openTrees = (site: string = SITE.id) => openScreen(`/qr-management?site=${site}`);

/** Available percent: 4 - 2 of the child, 10 - 4 under the root, and 4 + 6 for the child itself. */
const DIALOGS = [
  [
    ...(['Split', 'Create Split'] as const),
    ['Please enter a name for the split QR.', '2.1', '2', 'Error creating split'],
    ['QR Split Created', 'Your child QR has been created successfully.'],
    ...([calls.splitQr, { qrs: [CHILD] }] as const),
  ],
  [
    ...(['Sibling', 'Create Sibling'] as const),
    ['Please enter a name for the sibling QR.', '6.01', '6', 'Error creating sibling QR'],
    ['Sibling QR Created', 'Your sibling QR has been created successfully.'],
    ...([calls.createQr, CHILD] as const),
  ],
  [
    ...(['Edit', 'Save Changes'] as const),
    ['Please enter a name for the QR.', '10.01', '10', 'Error updating QR'],
    ['QR Updated', 'Your QR has been updated successfully.'],
    ...([calls.editQr, CHILD] as const),
  ],
] as const;

it('8 · QR · Split, Sibling and Edit: Name required, Commission too high, the error, and the success', async () => {
  api.on(calls.qrCode, codeOf('Harbour'));
  await openTrees();
  for (const [button, submit, problems, done, command, answer] of DIALOGS) {
    const [nameRequired, tooHigh, most, failed] = problems;
    const call: Call = command;
    const read = api.sent(calls.listQrs).length;
    await pressInRow('Harbour', button);
    const percent = page.getByRole('dialog').getByLabelText('Commission (%)');
    await fillIn({ Name: '  ' });
    await press(submit);
    await seeToast('Name required', nameRequired, { isFailure: true });
    await fillIn({ Name: 'New' });
    await percent.fill(tooHigh);
    await press(submit);
    await seeToast('Commission too high', `Maximum available commission is ${most}%`, { isFailure: true });
    const sent = api.sent(call).length;
    await percent.fill('1');
    api.on(call, refusal(409, SAID));
    await press(submit);
    await seeToast(failed, SAID, { isFailure: true });
    await expect.element(page.getByRole('dialog')).toBeVisible();
    api.on(call, answer);
    await press(submit);
    await seeToast(done[0], done[1]);
    expect(api.sent(call)).toHaveLength(sent + 2);
    // What was made is shown by its code.
    if (button !== 'Edit') await press('Close', page.getByRole('dialog', { name: 'QR Code Display' }));
    await seeNoDialog();
    // Section 7: the list is read again.
    await expect.poll(() => api.sent(calls.listQrs).length).toBeGreaterThan(read);
  }
});

it('8 · QR · Site required · Please select a site first.', async () => {
  await openTrees('');
  await page.getByRole('button', { name: 'Create QR Code' }).click();
  await seeToast('Site required', 'Please select a site first.', { isFailure: true });
});

it('8 · QR · the menu: statistics, downloads and copies that work or fail', async () => {
  const pick = async (item: string) => {
    await page.getByRole('button', { name: 'More for Harbour' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  api.on(calls.qrCode, refusal(409, SAID));
  await openTrees();
  await pick('QR Stats');
  await seeToast('QR Statistics', '0 scans • 0 redemptions • 4.00% commission');
  await pick('Download QR');
  await seeToast('Download Failed', 'Failed to download QR code image.', { isFailure: true });
  api.on(calls.qrCode, codeOf('Harbour'));
  await pick('Download QR');
  await expect.poll(() => shownToast()?.title).toBe('Download Started');
  const copied: Promise<Blob>[] = [];
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    if (item) copied.push(item.getType('text/plain'));
  });
  await pick('Copy QR URL');
  await expect.poll(() => shownToast()?.title).toBe('URL Copied');
  expect(await (await copied[0])?.text()).toBe(codeOf('Harbour').qrUrl);
  // A browser that allows no copying.
  const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  write.mockImplementation(refuse);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(refuse);
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await pick('Copy QR URL');
  await seeToast('Copy Failed', 'Failed to copy QR URL to clipboard.', { isFailure: true });
});
