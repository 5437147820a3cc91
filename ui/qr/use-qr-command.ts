import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useRefreshQrs } from './shared/dialogs/use-qr-tree.ts';

const COMMANDS = {
  reissue: calls.reissueQr,
  deactivate: calls.deactivateQr,
  activate: calls.activateQr,
  release: calls.releaseClaim,
  approve: calls.approveQr,
  decline: calls.declineQr,
} as const;
export type QrCommand = keyof typeof COMMANDS;

/** The same for everything below the QR, too. */
const ON_BRANCH = { deactivate: calls.deactivateBranch, activate: calls.activateBranch } as const;
export type BranchCommand = keyof typeof ON_BRANCH;

export const isBranchCommand = (name: QrCommand | null): name is BranchCommand => name !== null && name in ON_BRANCH;

interface Asked {
  readonly name: QrCommand;
  readonly withBelow?: boolean;
}

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
    /** @returns how many QRs have changed; null: this one alone */
    async mutationFn({ name, withBelow = false }: Asked): Promise<number | null> {
      const params = { siteId: qr.siteId, qrId: qr.id };
      if (withBelow && isBranchCommand(name)) return (await callApi(ON_BRANCH[name], { params })).changed;
      await callApi(COMMANDS[name], { params });
      return null;
    },
    onSuccess: (changed, { name }) => {
      const description = changed === null ? qr.name : t('command.changed', { name: qr.name, count: changed });
      toast({ title: t(`command.${name}.done`), description });
      void refresh(qr.siteId);
    },
    onError: (error, { name }) => failureToast(toast, t(`command.${name}.failed`))(error),
  });
}
