import { calls } from '@perktree/contracts/catalogue/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/dialogs.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText, failureTitle } from '../../lib/api-error.ts';
import { useAuth } from '../../lib/auth.tsx';
import { savePendingClaim } from '../../lib/pending.ts';
import { useAfterNotice } from '../../lib/public/after-notice.ts';
import { loginPath } from '../../lib/public/login.ts';
import { claimFailure } from '../../lib/public/offer-obstacle.ts';
import { useToast } from '../../lib/toast.tsx';
import { queryKeyOf } from '../../lib/use-api.ts';
import { SCANNER_PATH } from './result-card.tsx';

/**
 * Claiming from the result card: login first if signed out or without a distributor account, else the confirmation
 * dialog, which is open while `asking` is not null.
 */
export function useClaim(onClaimed: () => void) {
  const { t } = useTranslation('scanner');
  const { user, allRoles } = useAuth();
  const toast = useToast();
  const client = useQueryClient();
  const [asking, setAsking] = useState<string | null>(null);
  const afterNotice = useAfterNotice();

  const readAgain = (token: string) =>
    void client.invalidateQueries({ queryKey: queryKeyOf(calls.distributorScanInfo, { params: { token } }) });
  const mutation = useMutation({
    mutationFn: (token: string) => callApi(calls.claim, { body: { token } }),
    onSettled: () => setAsking(null),
    onSuccess: (answer, token) => {
      if (!answer.success) {
        toast({ title: t('claim.failed'), description: answer.message, variant: 'destructive' });
        readAgain(token);
        return;
      }
      toast({ title: t('claim.success'), description: t('claim.successText') });
      for (const read of [calls.listOwnQrs, calls.ledger, calls.userRole]) {
        void client.invalidateQueries({ queryKey: queryKeyOf(read) });
      }
      onClaimed();
    },
    onError: (error, token) => {
      const failure = claimFailure(error);
      const description = failure === 'error' ? errorText(error) : t(`claim.${failure}Text`);
      toast({ title: failureTitle(error, t(`claim.${failure}`)), description, variant: 'destructive' });
      readAgain(token);
    },
  });

  /** The claim is saved with the redirect: a saved claim of a user who stayed would open after some later sign-in. */
  const logInToClaim = (token: string) => {
    savePendingClaim(token);
    window.location.assign(loginPath('distributor', SCANNER_PATH));
  };

  const claim = (token: string) => {
    if (user && allRoles.includes('distributor')) {
      setAsking(token);
      return;
    }
    if (!user) return logInToClaim(token);
    // This notice is in Spanish on pages of every language.
    toast({
      title: t('claim.needsAccount'),
      description: t('claim.needsAccountText'),
      variant: 'destructive',
      lang: 'es',
    });
    afterNotice(() => logInToClaim(token));
  };

  return {
    asking,
    claim,
    confirm: () => asking !== null && mutation.mutate(asking),
    cancel: () => setAsking(null),
    /** Opens the confirmation for a claim that waited for the sign-in. */
    askFor: setAsking,
    isPending: mutation.isPending,
  };
}

export function ClaimingDialog({ claiming }: { claiming: ReturnType<typeof useClaim> }) {
  const { t } = useTranslation('scanner');
  return (
    <ConfirmDialog
      open={claiming.asking !== null}
      lang="es"
      title={t('claim.confirmTitle')}
      cancelLabel={t('claim.cancel')}
      confirmLabel={t('claim.confirm')}
      pending={claiming.isPending}
      onConfirm={claiming.confirm}
      onClose={claiming.cancel}
    >
      {t('claim.confirmText')}
    </ConfirmDialog>
  );
}
