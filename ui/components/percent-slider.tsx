import { Slider, Stack, TextField, Typography } from '@mui/material';
import { useId } from 'react';

/**
 * A percent by slider, and beside it the same value to type. What is typed may be above `max`: the form's own check then
 * says by how much (specification 5), where a slider alone could only refuse silently.
 */
export function PercentSlider(props: {
  label: string;
  sliderLabel: string;
  value: string;
  min: number;
  max: number;
  step: number;
  helper?: string;
  disabled?: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const clamped = Math.min(Math.max(Number(props.value) || 0, props.min), props.max);
  return (
    <div>
      <Stack direction="row" useFlexGap spacing={2} sx={{ alignItems: 'center' }}>
        <Slider
          aria-label={props.sliderLabel}
          {...(props.helper ? { 'aria-describedby': id } : {})}
          value={clamped}
          min={props.min}
          max={props.max}
          step={props.step}
          disabled={props.disabled ?? false}
          getAriaValueText={(value) => `${value}%`}
          onChange={(_, value) => props.onChange(Number(value).toFixed(2))}
          sx={{ flex: 1, mx: 1 }}
        />
        <TextField
          label={props.label}
          value={props.value}
          disabled={props.disabled ?? false}
          onChange={(event) => props.onChange(event.target.value)}
          fullWidth={false}
          sx={{ width: 128, flex: 'none' }}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      </Stack>
      {props.helper && (
        <Typography id={id} variant="caption" sx={{ color: 'text.secondary', display: 'block', mt: 0.75 }}>
          {props.helper}
        </Typography>
      )}
    </div>
  );
}
