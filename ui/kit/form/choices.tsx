import { MenuItem } from '@mui/material';
import type { ReactNode } from 'react';

/** The options of a select. */
export const choices = <Value extends string | number>(values: readonly Value[], textOf: (value: Value) => ReactNode) =>
  values.map((value) => (
    <MenuItem key={value} value={String(value)}>
      {textOf(value)}
    </MenuItem>
  ));
