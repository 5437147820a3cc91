import { TextField, type TextFieldProps } from '@mui/material';
import { type FieldKinds, isNumeric, isWhole } from '../../lib/forms/fields.ts';
import type { Form } from '../../lib/forms/use-form.ts';

export type FormFieldProps<F extends FieldKinds> = {
  readonly form: Form<F>;
  readonly name: keyof F & string;
} & Omit<TextFieldProps, 'form' | 'name' | 'value' | 'error' | 'onChange' | 'onBlur' | 'type'> & {
    /** Brings what is typed into its one form, such as a code in capitals. */
    readonly tidy?: (typed: string) => string;
    /** Never `number`: browsers answer a mistyped number with an empty text. */
    readonly type?: 'text' | 'password' | 'url';
  };

/** A code is no word: keyboards must not correct it. */
export const CODE_INPUT = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const;

/** An e-mail address. Not the type `email`, which rewrites addresses with letters outside ASCII. */
export const EMAIL_INPUT = {
  inputMode: 'email',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

/** One field of a form: what is wrong with it takes the place of its help. */
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
      onBlur={() => afterPress(() => form.blur(name))}
      slotProps={{ ...slotProps, htmlInput: { ...inputMode, ...slotProps?.htmlInput } }}
    />
  );
}

let isPressed = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (isPressed = false), true);
}

/** An error that appears between press and release moves the button that was pressed, and its click is lost. */
function afterPress(act: () => void): void {
  if (isPressed) window.addEventListener('pointerup', act, { once: true });
  else act();
}
