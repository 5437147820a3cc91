import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

export function BusinessDialog(props: {
  open: boolean;
  pending: boolean;
  onOpenBusiness: () => void;
  onContinueAsStaff: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('accounts');
  return (
    <ConfirmDialog
      open={props.open}
      title={t('business.title')}
      confirmLabel={t('business.confirm')}
      otherAction={
        <Button variant="outlined" disabled={props.pending} onClick={props.onContinueAsStaff}>
          {t('business.staff')}
        </Button>
      }
      pending={props.pending}
      onConfirm={props.onOpenBusiness}
      onClose={props.onClose}
    >
      <p>{t('business.text')}</p>
      <p>{t('business.staffText')}</p>
    </ConfirmDialog>
  );
}
