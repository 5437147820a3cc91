import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';

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
