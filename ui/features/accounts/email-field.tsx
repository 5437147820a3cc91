import { useTranslation } from 'react-i18next';
import { EMAIL_INPUT, FormField } from '../../components/form/form-field.tsx';
import type { FieldKinds } from '../../lib/forms/fields.ts';
import type { Form } from '../../lib/forms/use-form.ts';

export function EmailField<F extends FieldKinds & { readonly email: 'text' }>({ form }: { form: Form<F> }) {
  const { t } = useTranslation('accounts');
  return (
    <FormField
      form={form}
      name="email"
      label={t('field.email')}
      autoComplete="username"
      required
      slotProps={{ htmlInput: EMAIL_INPUT }}
    />
  );
}
