import { Box, InputAdornment } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../kit/form/form-field.tsx';
import type { Form } from '../../../lib/forms/use-form.ts';
import type { DESIGN_FIELDS } from './design-form.ts';

/** A colour as `#1a2b3c`, typed or picked. */
export function ColourField(props: {
  form: Form<typeof DESIGN_FIELDS>;
  name: 'foreground' | 'background';
  label: string;
}) {
  const { t } = useTranslation('qr-design');
  const { form, name, label } = props;
  const typed = form.typed[name];
  const picker = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={t('pick', { name: label.toLowerCase() })}
        value={/^#[0-9a-f]{6}$/i.test(typed) ? typed.toLowerCase() : '#000000'}
        onChange={(event) => form.change(name, event.target.value)}
        sx={{ width: 44, height: 44, p: 0.5, border: 0, bgcolor: 'transparent', cursor: 'pointer' }}
      />
    </InputAdornment>
  );
  return (
    <FormField
      form={form}
      name={name}
      label={label}
      required
      slotProps={{ input: { startAdornment: picker }, htmlInput: { maxLength: 7, spellCheck: false } }}
    />
  );
}
