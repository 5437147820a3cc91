import { FormField, type FormFieldProps } from '../kit/form/form-field.tsx';
import type { FieldKinds } from '../lib/forms/fields.ts';

export function CurrentPasswordField<F extends FieldKinds>(props: FormFieldProps<F>) {
  return <FormField type="password" autoComplete="current-password" {...props} />;
}
