import { type FieldKinds, oneTimeCodeInput } from '../../lib/forms/fields.ts';
import { FormField, type FormFieldProps } from './form.tsx';

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
