import { Stack } from '@mui/material';
import type { ReactNode } from 'react';

/** Hides what is below loading content, because it would move under the finger when the content arrives. */
export const HIDDEN_BELOW_LOADING = {
  '& > [data-loading] ~ *, & > :has([data-loading]) ~ *': { visibility: 'hidden' },
} as const;

/** Panels one below the other. Each appears after those above it have loaded. */
export function Panels({ children }: { children: ReactNode }) {
  return (
    <Stack spacing={{ xs: 2, sm: 3 }} sx={HIDDEN_BELOW_LOADING}>
      {children}
    </Stack>
  );
}
