import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type ApiError, isRefusal } from '../../lib/api-error.ts';
import type { Form } from '../../lib/forms/use-form.ts';

export const needsBusiness = (error: unknown): error is ApiError => isRefusal(error, 'BUSINESS_CONFIRMATION_REQUIRED');

/** Asks an account without a business, before it logs in to one, whether to open it (domain.md 2). */
export function BusinessConfirmation(props: {
  form: Pick<Form, 'failure' | 'pending' | 'dismiss'>;
  onConfirm: () => void;
}) {
  const { t } = useTranslation('accounts');
  const { failure, pending, dismiss } = props.form;
  return (
    <ConfirmDialog
      open={needsBusiness(failure)}
      title={t('business.title')}
      confirmLabel={t('business.confirm')}
      pending={pending}
      onConfirm={props.onConfirm}
      onClose={dismiss}
    >
      {needsBusiness(failure) && failure.serverMessage}
    </ConfirmDialog>
  );
}
