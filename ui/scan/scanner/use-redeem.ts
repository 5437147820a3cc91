import { calls } from '@perktree/contracts/catalogue/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { useAuth } from '../../lib/auth.tsx';
import { savePendingRedemption } from '../../lib/pending.ts';
import { loginPath } from '../../lib/public/login.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';
import { SCANNER_PATH } from './paths.ts';
import type { ScanResult } from './scan-state.ts';

/** Redeems from the result card, after login if signed out. */
export function useRedeem(onRedeemed: () => void) {
  const { t } = useTranslation('scanner');
  const { user } = useAuth();
  const toast = useToast();
  const client = useQueryClient();

  const mutation = useMutation({
    mutationFn: ({ token }: ScanResult) => callApi(calls.redeem, { body: { token } }),
    onSuccess: (answer) => {
      if (!answer.success) {
        toast({ title: t('redeem.failed'), description: answer.message, variant: 'destructive' });
        return;
      }
      toast({ title: t('redeem.success'), description: t('redeem.successText') });
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.myScans) });
      onRedeemed();
    },
    onError: failureToast(toast, t('redeem.error')),
  });

  const redeem = (result: ScanResult) => {
    if (user) return mutation.mutate(result);
    savePendingRedemption(result);
    window.location.assign(loginPath('customer', SCANNER_PATH));
  };
  return { redeem, isPending: mutation.isPending };
}
