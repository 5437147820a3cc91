import { Checkbox, FormControlLabel } from '@mui/material';

/** A checkbox whose label is a touch target. */
export function CheckField(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <FormControlLabel
      control={<Checkbox checked={props.checked} onChange={(_, checked) => props.onChange(checked)} />}
      label={props.label}
      sx={{ minHeight: 44 }}
    />
  );
}
