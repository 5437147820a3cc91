import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { HIDDEN_BELOW_LOADING } from './panel.tsx';

/** Two columns on wide screens; on narrow screens and on paper panels one below the other, as in `Panels`. */
export function Columns({ widths = 'repeat(2, minmax(0, 1fr))', children }: { widths?: string; children: ReactNode }) {
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        gap: { xs: 2, sm: 3 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: widths },
        '@media print': { gridTemplateColumns: 'minmax(0, 1fr)' },
        [theme.breakpoints.down('lg')]: HIDDEN_BELOW_LOADING,
      })}
    >
      {children}
    </Box>
  );
}
