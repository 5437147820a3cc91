import { MenuItem, TextField, type TextFieldProps } from '@mui/material';
import type { ReactNode } from 'react';
import { type FieldKinds, isNumeric, isWhole } from '../../lib/forms/fields.ts';
import { afterKeyPress, oneTimeCodeInput } from '../../lib/forms/inputs.ts';
import type { Form } from '../../lib/forms/use-form.ts';

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

/** The options of a select. */
export const choices = <Value extends string | number>(values: readonly Value[], textOf: (value: Value) => ReactNode) =>
  values.map((value) => (
    <MenuItem key={value} value={String(value)}>
      {textOf(value)}
    </MenuItem>
  ));

export type FormFieldProps<F extends FieldKinds> = {
  readonly form: Form<F>;
  readonly name: keyof F & string;
} & Omit<TextFieldProps, 'form' | 'name' | 'value' | 'error' | 'onChange' | 'onBlur' | 'type'> & {
    /** Normalises typed text, such as a code to upper case. */
    readonly tidy?: (typed: string) => string;
    /** Never `number`: browsers report a mistyped number as an empty text. */
    readonly type?: 'text' | 'password' | 'url';
  };

export function FormField<F extends FieldKinds>({
  form,
  name,
  helperText,
  slotProps,
  tidy,
  ...rest
}: FormFieldProps<F>) {
  const error = form.error(name);
  const kind = form.kinds[name];
  const inputMode = isNumeric(kind) ? { inputMode: isWhole(kind) ? ('numeric' as const) : ('decimal' as const) } : {};
  return (
    <TextField
      {...rest}
      name={name}
      value={form.typed[name]}
      error={error !== undefined}
      helperText={error ?? helperText}
      onChange={(event) => form.change(name, (tidy?.(event.target.value) ?? event.target.value) as never)}
      onBlur={() => afterKeyPress(() => form.blur(name))}
      slotProps={{ ...slotProps, htmlInput: { ...inputMode, ...slotProps?.htmlInput } }}
    />
  );
}
