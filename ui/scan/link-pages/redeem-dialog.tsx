import { PublicConfirmDialog } from '../../kit/public/confirm-dialog.tsx';
import { ApiError, errorText } from '../../lib/api-error.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { customerLogin } from './offer.ts';
import { toasts } from './toasts.tsx';
import { useWords } from './words.ts';

export default function RedeemDialog(props: {
  token: string;
  open: boolean;
  onClose: () => void;
  onRedeemed: (awaitsConfirmation: boolean) => Promise<void>;
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
    } catch (error) {
      props.onClose();
      if (error instanceof ApiError && error.status === 401) location.assign(customerLogin(props.token));
      else toasts.show({ title: t('customer.error'), description: errorText(error), variant: 'destructive' });
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
