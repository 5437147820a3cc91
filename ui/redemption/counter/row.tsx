import { Box, Typography } from '@mui/material';

/** A name and its value, readable at arm's length. A whole one, such as an amount, stays on one line. */
export function Row(props: { name: string; value: string; isLarge?: boolean; isWhole?: boolean }) {
  const { name, value, isLarge = false, isWhole = false } = props;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2 }}>
      <Typography component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography
        component="dd"
        sx={{
          m: 0,
          fontSize: isLarge ? '1.5rem' : '1rem',
          fontWeight: 700,
          lineHeight: 1.25,
          textAlign: 'right',
          ...(isWhole ? { whiteSpace: 'nowrap' } : { overflowWrap: 'anywhere' }),
        }}
      >
        <bdi>{value}</bdi>
      </Typography>
    </Box>
  );
}
