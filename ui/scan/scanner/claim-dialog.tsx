import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import type { useClaim } from './use-claim.ts';

export function ClaimDialog({ claiming }: { claiming: ReturnType<typeof useClaim> }) {
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
