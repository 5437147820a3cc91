import { PublicConfirmDialog } from '../../kit/public/confirm-dialog.tsx';
import { ApiError, errorText, failureTitle } from '../../lib/api-error.ts';
import { claimFailure } from '../../lib/public/offer-obstacle.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { useWords } from './cards.tsx';
import { customerLogin, distributorLogin } from './offer.ts';
import { toasts } from './toasts.tsx';

export function ClaimDialog(props: {
  token: string;
  percent: string;
  open: boolean;
  onClose: () => void;
  onClaimed: () => Promise<void>;
  /** The page shows the offer as it was before. */
  onRefused: () => Promise<void>;
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
        await props.onRefused();
      }
    } catch (error) {
      props.onClose();
      showFailure(error);
      await props.onRefused();
    }
  }

  function showFailure(error: unknown) {
    if (error instanceof ApiError && error.status === 401) {
      location.assign(distributorLogin(props.token));
      return;
    }
    const failure = claimFailure(error);
    const description = failure === 'error' ? errorText(error) : t(`distributor.${failure}Text`);
    toasts.show({ title: failureTitle(error, t(`distributor.${failure}`)), description, variant: 'destructive' });
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

export function RedeemDialog(props: {
  token: string;
  open: boolean;
  onClose: () => void;
  onRedeemed: (awaitsConfirmation: boolean) => Promise<void>;
  /** The page shows the offer as it was before. */
  onRefused: () => Promise<void>;
}) {
  const { t } = useWords();

  async function redeem() {
    try {
      const answer = await publicCalls.redeem(props.token);
      props.onClose();
      if (answer.success) toasts.show({ title: t('customer.success'), description: t('customer.successText') });
      else toasts.show({ title: t('customer.failed'), description: answer.message, variant: 'destructive' });
      if (answer.success || answer.code === 'ALREADY_REDEEMED')
        await props.onRedeemed(answer.awaitsConfirmation === true);
      else await props.onRefused();
    } catch (error) {
      props.onClose();
      if (error instanceof ApiError && error.status === 401) location.assign(customerLogin(props.token));
      else {
        const title = failureTitle(error, t('customer.error'));
        toasts.show({ title, description: errorText(error), variant: 'destructive' });
        await props.onRefused();
      }
    }
  }

  return (
    <PublicConfirmDialog
      open={props.open}
      title={t('customer.confirmTitle')}
      confirmLabel={t('customer.redeem')}
      pendingLabel={t('customer.redeeming')}
      cancelLabel={t('cancel')}
      onConfirm={redeem}
      onCancel={props.onClose}
    >
      <p>{t('customer.confirmText')}</p>
    </PublicConfirmDialog>
  );
}
