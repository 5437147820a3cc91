import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Cards side by side, as many as fit at `min` CSS pixels each; never wider than the page. */
export function CardGrid({ min, children }: { min: number; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1.5, sm: 2 },
        gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${min}px), 1fr))`,
      }}
    >
      {children}
    </Box>
  );
}
