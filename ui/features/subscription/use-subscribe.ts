import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.tsx';
import { keepToastForNextPage } from '../../lib/toast-after-load.ts';

/** Starts paying for a plan: the browser goes where the payment provider says. */
export function useSubscribe() {
  const { t } = useTranslation('subscription');
  const toast = useToast();
  const mutation = useMutation({
    mutationFn: (priceId: string) => callApi(calls.createSubscription, { body: { priceId } }),
    onSuccess: ({ url }) => {
      const started = { title: t('toast.started'), description: t('toast.startedText') };
      toast(started);
      // Leaving for a page of this site takes the toast away at once; the page at a payment provider says so itself.
      if (new URL(url, window.location.origin).origin === window.location.origin) keepToastForNextPage(started);
      window.location.assign(url);
    },
    onError: (error) => toast({ title: t('toast.error'), description: errorText(error), variant: 'destructive' }),
  });
  return {
    start: mutation.mutate,
    pending: mutation.isPending,
    /** The plan that is being asked for. */
    priceId: mutation.isPending ? mutation.variables : null,
  };
}
export type Subscribe = ReturnType<typeof useSubscribe>;
