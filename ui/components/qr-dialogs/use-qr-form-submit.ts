import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.tsx';
import type { FormProblem } from './check-qr-form.ts';
import { useRefreshQrs } from './use-qr-tree.ts';

type Form = 'split' | 'sibling' | 'edit' | 'create';

/** Sends one of the QR forms: its toasts, the lists read anew, and what follows a success. */
export function useQrFormSubmit(form: Form, siteId: string, send: () => Promise<unknown>, onSuccess: () => void) {
  const { t } = useTranslation('qr');
  const toast = useToast();
  const refresh = useRefreshQrs();
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: () => {
      toast({ title: t(`success.${form}`), description: t(`success.${form}Text`) });
      void refresh(siteId);
      onSuccess();
    },
    onError: (error) => toast({ title: t(`failure.${form}`), description: errorText(error), variant: 'destructive' }),
  });
  const submit = (problem: FormProblem | null) => {
    if (problem === null) return mutation.mutate();
    toast({ title: t(problem.title), description: t(problem.text, problem.values ?? {}), variant: 'destructive' });
  };
  return { submit, pending: mutation.isPending };
}
