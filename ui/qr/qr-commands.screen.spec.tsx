import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { api, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop, QR, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const DANA = { id: 'user-distributor', name: 'Dana', isBlocked: false };

interface Command {
  readonly call: Call & { readonly answer: typeof calls.reissueQr.answer };
  /** The QR that the command fits. */
  readonly qr: Partial<QrAnswer>;
  /** Item of the menu, or button of the row. */
  readonly item: readonly [en: string, es: string];
  /** Question of the dialog; absent: the command needs no confirmation. */
  readonly question?: readonly [en: string, es: string];
  readonly confirm?: readonly [en: string, es: string];
  readonly done: readonly [en: string, es: string];
  readonly failed: readonly [en: string, es: string];
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
const LANGUAGES = [
  ['en', 0, 'More for Winter'],
  ['es', 1, 'Más para Winter'],
] as const;

describe.each(LANGUAGES)('in %s', (language, n, more) => {
  describe.each(COMMANDS)('%s', (_, { call, qr, item, question, confirm, done, failed }) => {
    const send = async () => {
      await openScreen(`/qr-management?site=${SITE.id}`, { language });
      if (call !== calls.approveQr && call !== calls.declineQr) {
        await page.getByRole('button', { name: more }).click();
        await page.getByRole('menuitem', { name: item[n], exact: true }).click();
      } else await page.getByRole('button', { name: item[n], exact: true }).click();
      if (!question || !confirm) return;
      const dialog = page.getByRole('dialog', { name: question[n] });
      expect(api.sent(call)).toHaveLength(0);
      await dialog.getByRole('button', { name: confirm[n], exact: true }).click();
    };
    beforeEach(() => {
      signIn('site_owner');
      openShop([{ ...QR, ...qr }]);
    });

    it('says that it is done, and reads the trees again', async () => {
      api.on(call, QR);
      await send();
      await seeToast(done[n], 'Winter');
      expect(api.sent(call).map(({ params }) => params)).toEqual([{ siteId: SITE.id, qrId: QR.id }]);
      await expect.poll(() => api.sent(calls.listQrs).length).toBe(2);
      await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull();
    });

    it('says why it failed', async () => {
      api.on(call, refusal(409, SAID));
      await send();
      await seeToast(failed[n], SAID, { isFailure: true });
    });
  });
});
