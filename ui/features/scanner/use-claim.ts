import { calls } from '@perktree/contracts/http/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { useAuth } from '../../lib/auth.tsx';
import { savePendingClaim } from '../../lib/pending.ts';
import { claimFailure } from '../../lib/plain/claim-failure.ts';
import { loginPath } from '../../lib/plain/login.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useToast } from '../../lib/toast.tsx';
import { SCANNER_PATH } from './paths.ts';

/** How long the notice about a missing distributor account can be read before the browser goes to login. */
const NOTICE_MILLISECONDS = 2500;

/**
 * Claim QR Code of the result card: through login when signed out or without a distributor account, else through the
 * confirmation dialog, which is open while `asking` is not null (specification 4).
 */
export function useClaim(onClaimed: () => void) {
  const { t } = useTranslation('scanner');
  const { user, allRoles } = useAuth();
  const toast = useToast();
  const client = useQueryClient();
  const [asking, setAsking] = useState<string | null>(null);

  const mutation = useMutation({
    mutationFn: (token: string) => callApi(calls.claim, { body: { token } }),
    onSettled: () => setAsking(null),
    onSuccess: (answer) => {
      if (!answer.success) {
        toast({ title: t('claim.failed'), description: answer.message, variant: 'destructive' });
        return;
      }
      toast({ title: t('claim.success'), description: t('claim.successText') });
      for (const read of [calls.listOwnQrs, calls.ledger, calls.userRole]) {
        void client.invalidateQueries({ queryKey: queryKeyOf(read) });
      }
      onClaimed();
    },
    onError: (error) => {
      const failure = claimFailure(error);
      const description = failure === 'error' ? errorText(error) : t(`claim.${failure}Text`);
      toast({ title: t(`claim.${failure}`), description, variant: 'destructive' });
    },
  });

  const goToLogin = () => window.location.assign(loginPath('distributor', SCANNER_PATH));

  const claim = (token: string) => {
    if (user && allRoles.includes('distributor')) {
      setAsking(token);
      return;
    }
    savePendingClaim(token);
    if (!user) return goToLogin();
    // In Spanish whatever the page's language is, as the specification has this notice.
    toast({
      title: t('claim.needsAccount'),
      description: t('claim.needsAccountText'),
      variant: 'destructive',
      lang: 'es',
    });
    setTimeout(goToLogin, NOTICE_MILLISECONDS);
  };

  return {
    asking,
    claim,
    confirm: () => asking !== null && mutation.mutate(asking),
    cancel: () => setAsking(null),
    /** Opens the confirmation for a claim that was pending while its distributor signed in. */
    askFor: setAsking,
    isPending: mutation.isPending,
  };
}
