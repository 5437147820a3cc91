import { Slider, Stack, Typography } from '@mui/material';
import { readNumber } from '@perktree/contracts/kernel/typed-number';
import { useId } from 'react';
import type { FieldKinds } from '../../lib/forms/fields.ts';
import type { Form } from '../../lib/forms/use-form.ts';
import { useLocale } from '../../lib/use-locale.ts';
import { FormField } from './form.tsx';

/**
 * A slider with a text field for the same percentage. The field accepts values above `max`, so that the form can report
 * the maximum.
 */
export function PercentSlider<F extends FieldKinds>(props: {
  form: Form<F>;
  name: keyof F & string;
  label: string;
  sliderLabel: string;
  min: number;
  max: number;
  step: number;
  helper?: string;
  disabled?: boolean;
}) {
  const { form, name, min, max, disabled = false } = props;
  const { format, language } = useLocale();
  const id = useId();
  const error = form.error(name);
  const typed = Number(readNumber(String(form.typed[name]), language) ?? min);
  return (
    <div>
      <Typography id={`${id}-label`} variant="body2" component="div" sx={{ fontWeight: 600, mb: 0.5 }}>
        {props.sliderLabel}
      </Typography>
      <Stack direction="row" useFlexGap spacing={2} sx={{ alignItems: 'center' }}>
        <Slider
          aria-labelledby={`${id}-label`}
          {...(props.helper ? { 'aria-describedby': id } : {})}
          value={Math.min(Math.max(typed, min), max)}
          min={min}
          max={max}
          step={props.step}
          disabled={disabled}
          getAriaValueText={(value) => format.percentage(value, 0)}
          onChange={(_, value) => form.put(name, Number(value).toFixed(2) as never)}
          // Keeps the thumb within the column.
          sx={{ flex: 1, mx: 1.5 }}
        />
        <FormField
          form={form}
          name={name}
          label={props.label}
          disabled={disabled}
          fullWidth={false}
          sx={{ width: 128, flex: 'none', '& .MuiFormHelperText-root': { display: 'none' } }}
        />
      </Stack>
      {(error ?? props.helper) && (
        <Typography
          id={id}
          variant="caption"
          sx={{ color: error ? 'error.main' : 'text.secondary', display: 'block', mt: 0.75 }}
        >
          {error ?? props.helper}
        </Typography>
      )}
    </div>
  );
}
