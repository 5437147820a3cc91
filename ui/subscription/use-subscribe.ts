import { calls } from '@perktree/contracts/catalogue/calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { saveToastForNextPage } from '../lib/toast-after-load.ts';

export function useSubscribe() {
  const { t } = useTranslation('subscription');
  const toast = useToast();
  const mutation = useMutation({
    mutationFn: (priceId: string) => callApi(calls.createSubscription, { body: { priceId } }),
    onSuccess: ({ url }) => {
      const started = { title: t('toast.started'), description: t('toast.startedText') };
      toast(started);
      // Navigating within this site would remove the toast at once. A payment provider's page needs no toast.
      if (new URL(url, window.location.origin).origin === window.location.origin) saveToastForNextPage(started);
      window.location.assign(url);
    },
    onError: failureToast(toast, t('toast.error')),
  });
  return {
    start: mutation.mutate,
    pending: mutation.isPending,
    /** The price of the pending request. */
    priceId: mutation.isPending ? mutation.variables : null,
  };
}
export type Subscribe = ReturnType<typeof useSubscribe>;
