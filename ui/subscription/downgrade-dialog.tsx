import { calls } from '@perktree/contracts/catalogue/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { queryKeyOf } from '../lib/query-client.ts';
import { failureToast, useToast } from '../lib/toast.tsx';

export function DowngradeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('subscription');
  const toast = useToast();
  const client = useQueryClient();
  const { refresh } = useAuth();
  const end = useMutation({
    mutationFn: () => callApi(calls.cancelSubscription, {}),
    onSuccess: () => {
      toast({ title: t('downgrade.done'), description: t('downgrade.doneText') });
      void refresh();
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.plan) });
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.planInvoices) });
    },
    onError: failureToast(toast, t('toast.error')),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={t('downgrade.title')}
      confirmLabel={t('downgrade.confirm')}
      pending={end.isPending}
      onConfirm={end.mutate}
      onClose={onClose}
    >
      {t('downgrade.text')}
    </ConfirmDialog>
  );
}
