import { Checkbox, type CheckboxProps, FormControlLabel, type FormControlLabelProps, Switch } from '@mui/material';
import type { ElementType, ReactNode } from 'react';

type CheckProps = Pick<CheckboxProps, 'checked' | 'indeterminate' | 'disabled' | 'slotProps'> & {
  readonly label: ReactNode;
  readonly onChange: (checked: boolean) => unknown;
  readonly sx?: FormControlLabelProps['sx'];
};

/** Its label is a touch target. */
const labelled =
  (Box: ElementType) =>
  ({ label, onChange, sx = {}, ...box }: CheckProps) => (
    <FormControlLabel
      control={<Box {...box} onChange={(_: unknown, checked: boolean) => onChange(checked)} />}
      label={label}
      sx={[{ minHeight: 44 }, ...(Array.isArray(sx) ? sx : [sx])]}
    />
  );
export const CheckField = labelled(Checkbox);
export const SwitchField = labelled(Switch);
