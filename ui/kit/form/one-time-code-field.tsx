import type { FieldKinds } from '../../lib/forms/fields.ts';
import { oneTimeCodeInput } from '../../lib/forms/inputs.ts';
import { FormField, type FormFieldProps } from './form-field.tsx';

export function OneTimeCodeField<F extends FieldKinds & { readonly oneTimeCode: 'text' }>({
  digits,
  ...props
}: Omit<FormFieldProps<F>, 'name'> & { readonly digits: boolean }) {
  return (
    <FormField
      {...(props as FormFieldProps<F>)}
      name="oneTimeCode"
      autoComplete="one-time-code"
      slotProps={{ htmlInput: oneTimeCodeInput(digits) }}
    />
  );
}
