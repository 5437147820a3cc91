import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { press, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { inBoth, type Words } from '../testing/see.ts';
import { openShop, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const DANA = { id: 'user-distributor', name: 'Dana', isBlocked: false };

interface Command {
  readonly call: Call & { readonly answer: typeof calls.reissueQr.answer };
  /** The QR that the command fits. */
  readonly qr: Partial<QrAnswer>;
  /** Item of the menu, or button of the row. */
  readonly item: Words;
  /** Question of the dialog; absent: the command needs no confirmation. */
  readonly question?: Words;
  readonly confirm?: Words;
  readonly done: Words;
  readonly failed: Words;
}
const COMMANDS: readonly (readonly [name: string, Command])[] = [
  [
    'reissue',
    {
      call: calls.reissueQr,
      qr: { isExpired: true, expiresAtUtc: '2026-01-02T03:04:05.000Z' },
      item: ['Reissue', 'Renovar'],
      question: ['Reissue this QR?', '¿Renovar este QR?'],
      confirm: ['Reissue', 'Renovar'],
      done: ['QR Reissued', 'QR renovado'],
      failed: ['Error reissuing QR', 'Error al renovar el QR'],
    },
  ],
  [
    'deactivate',
    {
      call: calls.deactivateQr,
      qr: {},
      item: ['Deactivate', 'Desactivar'],
      question: ['Deactivate this QR?', '¿Desactivar este QR?'],
      confirm: ['Deactivate', 'Desactivar'],
      done: ['QR Deactivated', 'QR desactivado'],
      failed: ['Error deactivating QR', 'Error al desactivar el QR'],
    },
  ],
  [
    'activate',
    {
      call: calls.activateQr,
      qr: { isActive: false },
      item: ['Activate', 'Activar'],
      question: ['Activate this QR?', '¿Activar este QR?'],
      confirm: ['Activate', 'Activar'],
      done: ['QR Activated', 'QR activado'],
      failed: ['Error activating QR', 'Error al activar el QR'],
    },
  ],
  [
    'release',
    {
      call: calls.releaseClaim,
      qr: { isClaimed: true, claimedBy: DANA },
      item: ['Release claim', 'Liberar'],
      question: ['Release the claim?', '¿Liberar la reclamación?'],
      confirm: ['Release claim', 'Liberar'],
      done: ['Claim Released', 'Reclamación liberada'],
      failed: ['Error releasing claim', 'Error al liberar la reclamación'],
    },
  ],
  [
    'approve',
    {
      call: calls.approveQr,
      qr: { approval: 'waiting', createdBy: DANA },
      item: ['Approve', 'Aprobar'],
      done: ['QR Approved', 'QR aprobado'],
      failed: ['Error approving QR', 'Error al aprobar el QR'],
    },
  ],
  [
    'decline',
    {
      call: calls.declineQr,
      qr: { approval: 'waiting', createdBy: DANA },
      item: ['Decline', 'Rechazar'],
      question: ['Decline this QR?', '¿Rechazar este QR?'],
      confirm: ['Decline', 'Rechazar'],
      done: ['QR Declined', 'QR rechazado'],
      failed: ['Error declining QR', 'Error al rechazar el QR'],
    },
  ],
];

const SAID = 'What the server says.';

it.each(COMMANDS)(
  '%s: says why it failed and that it is done, and reads the trees again',
  async (_, { call, qr, item, question, confirm, done, failed }) => {
    signIn('site_owner');
    openShop([{ ...QR, ...qr }]);
    await openScreen(`/qr-management?site=${SITE.id}`);
    await settled();
    await inBoth(async (say) => {
      const send = async () => {
        const sent = api.sent(call).length;
        if (qr.approval === undefined) {
          await press(say(['More for Winter', 'Más para Winter']), page);
          await page.getByRole('menuitem', { name: say(item), exact: true }).click();
        } else await press(say(item), page);
        if (!question || !confirm) return;
        const dialog = page.getByRole('dialog', { name: say(question) });
        await expect.element(dialog).toBeVisible();
        expect(api.sent(call)).toHaveLength(sent);
        await press(say(confirm), dialog);
      };
      const read = api.sent(calls.listQrs).length;
      api.on(call, refusal(409, SAID));
      await send();
      await seeToast(say(failed), SAID, { isFailure: true });
      await seeNoDialog();
      expect(api.sent(calls.listQrs)).toHaveLength(read);
      api.on(call, QR);
      await send();
      await seeToast(say(done), 'Winter');
      await seeNoDialog();
      expect(api.sent(call).at(-1)?.params).toEqual({ siteId: SITE.id, qrId: QR.id });
      await expect.poll(() => api.sent(calls.listQrs).length).toBe(read + 1);
    });
    expect(api.sent(call)).toHaveLength(4);
  },
);
