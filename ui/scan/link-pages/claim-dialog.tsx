import { PublicConfirmDialog } from '../../kit/public/confirm-dialog.tsx';
import { ApiError, errorText } from '../../lib/api-error.ts';
import { claimFailure } from '../../lib/public/claim-failure.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { distributorLogin } from './offer.ts';
import { toasts } from './toasts.tsx';
import { useWords } from './words.ts';

export default function ClaimDialog(props: {
  token: string;
  percent: string;
  open: boolean;
  onClose: () => void;
  onClaimed: () => Promise<void>;
}) {
  const { t } = useWords();

  async function claim() {
    try {
      const answer = await publicCalls.claim(props.token);
      props.onClose();
      if (answer.success) {
        toasts.show({ title: t('distributor.success'), description: t('distributor.successText') });
        await props.onClaimed();
      } else {
        toasts.show({ title: t('distributor.failed'), description: answer.message, variant: 'destructive' });
      }
    } catch (error) {
      props.onClose();
      showFailure(error);
    }
  }

  function showFailure(error: unknown) {
    if (error instanceof ApiError && error.status === 401) {
      location.assign(distributorLogin(props.token));
      return;
    }
    const failure = claimFailure(error);
    const description = failure === 'error' ? errorText(error) : t(`distributor.${failure}Text`);
    toasts.show({ title: t(`distributor.${failure}`), description, variant: 'destructive' });
  }

  return (
    <PublicConfirmDialog
      open={props.open}
      title={t('distributor.confirmTitle')}
      confirmLabel={t('distributor.claim')}
      pendingLabel={t('distributor.claiming')}
      cancelLabel={t('cancel')}
      onConfirm={claim}
      onCancel={props.onClose}
    >
      <p>{t('distributor.confirmText', { percent: props.percent })}</p>
    </PublicConfirmDialog>
  );
}
