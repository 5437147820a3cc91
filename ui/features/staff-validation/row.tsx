import { Box, Typography } from '@mui/material';

/** A name and its value, readable at arm's length. */
export function Row({ name, value, isLarge = false }: { name: string; value: string; isLarge?: boolean }) {
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
          overflowWrap: 'anywhere',
        }}
      >
        <bdi>{value}</bdi>
      </Typography>
    </Box>
  );
}
