import { Box, Card, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export function StatCard(props: { label: string; value: string; icon: ReactNode; detail?: ReactNode }) {
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 }, height: '100%' }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Typography variant="body2" component="h2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
          {props.label}
        </Typography>
        <Box aria-hidden="true" sx={{ color: 'primary.main', lineHeight: 0 }}>
          {props.icon}
        </Box>
      </Stack>
      <Typography
        component="p"
        sx={{
          // A long amount must fit into half a phone's width.
          fontSize: { xs: props.value.length > 8 ? '1.0625rem' : '1.375rem', sm: '1.75rem' },
          fontWeight: 700,
          letterSpacing: '-0.02em',
          lineHeight: 1.25,
          my: 0.5,
          overflowWrap: 'anywhere',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {props.value}
      </Typography>
      {props.detail && (
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
          {props.detail}
        </Typography>
      )}
    </Card>
  );
}
