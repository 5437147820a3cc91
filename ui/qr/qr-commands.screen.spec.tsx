import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { press, seeNoDialog, seeText } from '../testing/forms.ts';
import { idOf } from '../testing/long-list.ts';
import { api, openScreen, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const DANA = { id: 'user-distributor', name: 'Dana', isBlocked: false };
const WAITING = { approval: 'waiting', createdBy: DANA } as const;
const INACTIVE = { isActive: false };

interface Command {
  readonly call: Call & { readonly answer: typeof calls.reissueQr.answer };
  /** The QR that the command fits. */
  readonly qr: Partial<QrAnswer>;
  /** Item of the menu, or button of the row; its dialog repeats it. */
  readonly item: string;
  /** Question of the dialog; null: the command needs no confirmation. */
  readonly question: string | null;
  readonly done: string;
  readonly failed: string;
}
const command = (
  call: Command['call'],
  qr: Command['qr'],
  item: string,
  question: string | null,
  done: string,
  failed: string,
): Command => ({ call, qr, item, question, done, failed });
const EXPIRED = { isExpired: true, expiresAtUtc: '2026-01-02T03:04:05.000Z' };
const CLAIMED = { isClaimed: true, claimedBy: DANA };
const COMMANDS: readonly Command[] = [
  command(calls.reissueQr, EXPIRED, 'Reissue', 'Reissue this QR?', 'QR Reissued', 'Error reissuing QR'),
  command(calls.deactivateQr, {}, 'Deactivate', 'Deactivate this QR?', 'QR Deactivated', 'Error deactivating QR'),
  command(calls.activateQr, INACTIVE, 'Activate', 'Activate this QR?', 'QR Activated', 'Error activating QR'),
  command(
    calls.releaseClaim,
    CLAIMED,
    'Release claim',
    'Release the claim?',
    'Claim Released',
    'Error releasing claim',
  ),
  command(calls.approveQr, WAITING, 'Approve', null, 'QR Approved', 'Error approving QR'),
  command(calls.declineQr, WAITING, 'Decline', 'Decline this QR?', 'QR Declined', 'Error declining QR'),
];
/** A row for each QR of a command; Approve and Decline have one. */
const ROWS = [...new Set(COMMANDS.map(({ qr }) => qr))].map(
  (qr, n): QrAnswer => ({ ...QR, ...qr, id: idOf(n + 1), name: `Offer ${n + 1}` }),
);
const SAID = 'What the server says.';

it('each command for a QR asks, says why it failed and that it is done, and reads the trees again', async () => {
  signIn('site_owner');
  openShop(ROWS);
  await openScreen(`/qr-management?site=${SITE.id}`);
  await settled();
  for (const [n, { call, qr, item, question, done, failed }] of COMMANDS.entries()) {
    const { name, id } = ROWS[Math.min(n, ROWS.length - 1)] as QrAnswer;
    const send = async () => {
      const sent = api.sent(call).length;
      if (qr.approval === undefined) {
        await press(`More for ${name}`, page);
        await page.getByRole('menuitem', { name: item, exact: true }).click();
      } else await press(item, page);
      if (!question) return;
      const dialog = page.getByRole('dialog', { name: question });
      await expect.element(dialog).toBeVisible();
      expect(api.sent(call)).toHaveLength(sent);
      await press(item, dialog);
    };
    const read = api.sent(calls.listQrs).length;
    api.on(call, refusal(400, SAID));
    await send();
    await seeToast(failed, SAID, { isFailure: true });
    await seeNoDialog();
    expect(api.sent(calls.listQrs)).toHaveLength(read);
    api.on(call, QR);
    await send();
    await seeToast(done, name);
    await seeNoDialog();
    expect(api.sent(call).at(-1)?.params).toEqual({ siteId: SITE.id, qrId: id });
    await expect.poll(() => api.sent(calls.listQrs).length).toBe(read + 1);
  }
  expect(COMMANDS.map(({ call }) => api.sent(call).length)).toEqual([2, 2, 2, 2, 2, 2]);
});

const BRANCHES = [
  {
    ...({ language: 'en', isActive: true, call: calls.deactivateBranch, alone: calls.deactivateQr } as const),
    ...{ more: 'More for Winter', item: 'Deactivate', question: 'Deactivate this QR?', done: 'QR Deactivated' },
    below: '12 active QR codes below it can still be scanned and redeemed.',
    withBelow: 'Deactivate it with everything below',
    ...{ cancel: 'Cancel', all: 'Winter and everything below: 13 QR codes' },
  },
  {
    ...({ language: 'es', isActive: false, call: calls.activateBranch, alone: calls.activateQr } as const),
    ...{ more: 'Más para Winter', item: 'Activar', question: '¿Activar este QR?', done: 'QR activado' },
    below: '3 códigos QR por debajo siguen desactivados.',
    withBelow: 'Activarlo con todo lo que hay debajo',
    ...{ cancel: 'Cancelar', all: 'Winter y todo lo que hay debajo: 13 códigos QR' },
  },
];

it.each(BRANCHES)(
  'a QR with QRs below: says how many stay as they are; changes it alone, and with them on request, which is withdrawn with the dialog ($item)',
  async ({ language, isActive, call, alone, more, item, question, done, below, withBelow, cancel, all }) => {
    signIn('site_owner');
    openShop([]);
    api.on(treeRowCalls.ofSite, [{ ...QR, isActive, level: 0, childCount: 2, path: null }], { total: 1 });
    api.on(calls.qrsBelow, { active: isActive ? 0 : 2, inactive: isActive ? 2 : 0 });
    api.on(call, { changed: 13 });
    api.on(alone, QR);
    await openScreen(`/qr-management?site=${SITE.id}`, { language });
    const dialog = page.getByRole('dialog', { name: question });
    const box = dialog.getByRole('checkbox', { name: withBelow });
    const ask = async () => {
      await press(more, page);
      await page.getByRole('menuitem', { name: item, exact: true }).click();
      await expect.element(dialog).toBeVisible();
    };
    const answer = async (button: string) => {
      await press(button, dialog);
      await seeNoDialog();
    };
    // Nothing below would change.
    await ask();
    await expect.poll(() => api.sent(calls.qrsBelow)).toHaveLength(1);
    await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
    api.on(calls.qrsBelow, { active: 12, inactive: 3 });
    await press(item, dialog);
    await seeToast(done, 'Winter');
    await seeNoDialog();
    await ask();
    await seeText(below, dialog);
    await box.click();
    await answer(cancel);
    await ask();
    await expect.element(box).not.toBeChecked();
    await answer(item);
    expect([api.sent(call).length, api.sent(alone).length]).toEqual([0, 2]);
    await ask();
    await box.click();
    await press(item, dialog);
    await seeToast(done, all);
    expect(api.params(call)).toEqual([{ siteId: SITE.id, qrId: QR.id }]);
    expect(api.sent(alone)).toHaveLength(2);
  },
);
