import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Two columns on wide screens, one below the other on narrow screens and on paper. */
export function Columns({ widths = 'repeat(2, minmax(0, 1fr))', children }: { widths?: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 2, sm: 3 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: widths },
        '@media print': { gridTemplateColumns: 'minmax(0, 1fr)' },
      }}
    >
      {children}
    </Box>
  );
}
