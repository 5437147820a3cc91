import { PASSWORD_LENGTH } from '@perktree/contracts/password-length';
import { useTranslation } from 'react-i18next';
import { FormField, type FormFieldProps } from '../../components/form/form-field.tsx';
import type { FieldKinds } from '../../lib/forms/fields.ts';

export function NewPasswordField<F extends FieldKinds>(props: FormFieldProps<F>) {
  const { t } = useTranslation('accounts');
  return (
    <FormField
      {...props}
      type="password"
      autoComplete="new-password"
      required
      helperText={t('field.passwordHelp', { count: PASSWORD_LENGTH.least })}
    />
  );
}
