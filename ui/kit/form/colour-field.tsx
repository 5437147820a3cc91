import { Box, InputAdornment } from '@mui/material';
import type { FieldKinds } from '../../lib/forms/fields.ts';
import { FormField, type FormFieldProps } from './form.tsx';

/** A colour as `#1a2b3c`, typed or picked. @param props.pickLabel names the control that picks it */
export function ColourField<F extends FieldKinds>({ pickLabel, ...field }: FormFieldProps<F> & { pickLabel: string }) {
  const { form, name, placeholder = '#000000' } = field;
  const typed = String(form.typed[name]).trim().toLowerCase();
  const picker = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={pickLabel}
        value={/^#[0-9a-f]{6}$/.test(typed) ? typed : placeholder}
        onChange={(event) => form.change(name, event.target.value as never)}
        sx={{ width: 44, height: 44, p: 0.5, border: 0, bgcolor: 'transparent', cursor: 'pointer' }}
      />
    </InputAdornment>
  );
  const htmlInput = { maxLength: 7, spellCheck: false, autoCapitalize: 'off' };
  return (
    <FormField
      {...(field as FormFieldProps<F>)}
      autoComplete="off"
      slotProps={{ input: { startAdornment: picker }, htmlInput }}
    />
  );
}
