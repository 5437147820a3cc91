import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { press, seeNoDialog } from '../testing/forms.ts';
import { idOf } from '../testing/long-list.ts';
import { api, openScreen, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const DANA = { id: 'user-distributor', name: 'Dana', isBlocked: false };
const WAITING = { approval: 'waiting', createdBy: DANA } as const;

interface Command {
  readonly call: Call & { readonly answer: typeof calls.reissueQr.answer };
  /** The QR that the command fits. */
  readonly qr: Partial<QrAnswer>;
  /** Item of the menu, or button of the row; its dialog repeats it. */
  readonly item: string;
  /** Question of the dialog; absent: the command needs no confirmation. */
  readonly question?: string;
  readonly done: string;
  readonly failed: string;
}
const COMMANDS: readonly Command[] = [
  {
    ...{ call: calls.reissueQr, qr: { isExpired: true, expiresAtUtc: '2026-01-02T03:04:05.000Z' } },
    ...{ item: 'Reissue', question: 'Reissue this QR?' },
    ...{ done: 'QR Reissued', failed: 'Error reissuing QR' },
  },
  {
    ...{ call: calls.deactivateQr, qr: {} },
    ...{ item: 'Deactivate', question: 'Deactivate this QR?' },
    ...{ done: 'QR Deactivated', failed: 'Error deactivating QR' },
  },
  {
    ...{ call: calls.activateQr, qr: { isActive: false } },
    ...{ item: 'Activate', question: 'Activate this QR?' },
    ...{ done: 'QR Activated', failed: 'Error activating QR' },
  },
  {
    ...{ call: calls.releaseClaim, qr: { isClaimed: true, claimedBy: DANA } },
    ...{ item: 'Release claim', question: 'Release the claim?' },
    done: 'Claim Released',
    failed: 'Error releasing claim',
  },
  {
    ...{ call: calls.approveQr, qr: WAITING, item: 'Approve', done: 'QR Approved' },
    failed: 'Error approving QR',
  },
  {
    ...{ call: calls.declineQr, qr: WAITING },
    ...{ item: 'Decline', question: 'Decline this QR?' },
    ...{ done: 'QR Declined', failed: 'Error declining QR' },
  },
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
        await press(`${'More for'} ${name}`, page);
        await page.getByRole('menuitem', { name: item, exact: true }).click();
      } else await press(item, page);
      if (!question) return;
      const dialog = page.getByRole('dialog', { name: question });
      await expect.element(dialog).toBeVisible();
      expect(api.sent(call)).toHaveLength(sent);
      await press(item, dialog);
    };
    const read = api.sent(calls.listQrs).length;
    api.on(call, refusal(409, SAID));
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
