import { PublicConfirmDialog } from '../../kit/public/confirm-dialog.tsx';
import { isRefusal } from '../../lib/api-error.ts';
import { useAccountPage } from './account-context.ts';

export const needsBusiness = (error: unknown): boolean => isRefusal(error, 'BUSINESS_CONFIRMATION_REQUIRED');

export function BusinessDialog(props: {
  open: boolean;
  onOpenBusiness: () => void;
  onContinueAsStaff: () => void;
  onClose: () => void;
}) {
  const { t } = useAccountPage();
  return (
    <PublicConfirmDialog
      open={props.open}
      title={t('business.title')}
      confirmLabel={t('business.confirm')}
      pendingLabel={t('business.confirm')}
      cancelLabel={t('cancel')}
      otherAction={
        <button type="button" className="button quiet" onClick={props.onContinueAsStaff}>
          {t('business.staff')}
        </button>
      }
      onConfirm={async () => props.onOpenBusiness()}
      onCancel={props.onClose}
    >
      <p>{t('business.text')}</p>
      <p>{t('business.staffText')}</p>
    </PublicConfirmDialog>
  );
}
