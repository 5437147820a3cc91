import { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qr-answers';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRefreshQrs } from '../../components/qr-dialogs/use-qr-tree.ts';
import { callApi } from '../../lib/api.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';

const COMMANDS = {
  reissue: calls.reissueQr,
  deactivate: calls.deactivateQr,
  activate: calls.activateQr,
  release: calls.releaseClaim,
  approve: calls.approveQr,
  decline: calls.declineQr,
} as const;
export type QrCommand = keyof typeof COMMANDS;

/** Commands that fit the QR's state. */
export function commandsFor(qr: Pick<QrAnswer, 'approval' | 'isExpired' | 'isActive' | 'isClaimed'>): QrCommand[] {
  if (qr.approval !== null) return [];
  return [
    ...(qr.isExpired ? (['reissue'] as const) : []),
    qr.isActive ? 'deactivate' : 'activate',
    ...(qr.isClaimed ? (['release'] as const) : []),
  ];
}

export function useQrCommand(qr: QrAnswer) {
  const { t } = useTranslation('qr-management');
  const toast = useToast();
  const refresh = useRefreshQrs();
  return useMutation({
    mutationFn: (name: QrCommand) => callApi(COMMANDS[name], { params: { siteId: qr.siteId, qrId: qr.id } }),
    onSuccess: (_, name) => {
      toast({ title: t(`command.${name}.done`), description: qr.name });
      void refresh(qr.siteId);
    },
    onError: (error, name) => failureToast(toast, t(`command.${name}.failed`))(error),
  });
}
