import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mb: 2.5 }}>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

export function Line({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return (
    <Typography variant="body2" sx={{ overflowWrap: 'anywhere', fontWeight: strong ? 650 : 400 }}>
      {children}
    </Typography>
  );
}
