import { Box, Card, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
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

export function Figures({ figures }: { figures: readonly (readonly [name: string, value: string])[] }) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))', m: 0 }}
    >
      {figures.map(([name, value]) => (
        <div key={name}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {name}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 700, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </div>
      ))}
    </Box>
  );
}

export function FigureTable(props: {
  label: string;
  head: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly string[]; readonly isTotal?: boolean }[];
}) {
  return (
    <Box role="group" aria-label={props.label} tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={props.label}>
        <TableHead>
          <TableRow>
            {props.head.map((title, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move, and two may have one title
              <TableCell key={n} align={n === 0 ? 'left' : 'right'}>
                {title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {props.rows.map(({ key, cells: [name, ...figures], isTotal }) => (
            <TableRow key={key} sx={isTotal ? { '& > *': { fontWeight: 700 } } : {}}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 600, minWidth: 120 }}>
                {name}
              </TableCell>
              {figures.map((figure, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
                <TableCell key={n} align="right" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                  {figure}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
