import {
  Box,
  Card,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';

/** Cards side by side, two on a phone and four on a desktop. One whose amount needs more room gets more, or a row of its own. */
export function StatCards({ children }: { children: ReactNode }) {
  const share = (cards: number) => `1 1 calc(${100 / cards}% - 16px)`;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: { xs: 1.5, sm: 2 },
        '& > *': { flex: { xs: share(2), lg: share(4) }, minWidth: 'min-content' },
      }}
    >
      {children}
    </Box>
  );
}

export function StatCard(props: { label: string; value: string; icon: ReactNode; detail?: ReactNode }) {
  return (
    // Words and numbers count in its width, so that they stay whole.
    <Card sx={{ p: { xs: 2, sm: 2.5 }, '& .MuiTypography-root': { overflowWrap: 'break-word' } }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Typography variant="body2" component="h2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
          {props.label}
        </Typography>
        <Box aria-hidden="true" sx={{ color: 'primary.main', lineHeight: 0 }}>
          {props.icon}
        </Box>
      </Stack>
      <Typography
        variant="amount"
        sx={{
          // A long amount must fit into half a phone's width.
          fontSize: { xs: props.value.length > 8 ? '1.0625rem' : '1.375rem', sm: '1.75rem' },
          letterSpacing: '-0.02em',
          lineHeight: 1.25,
          my: 0.5,
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
  // Longer ones are texts, which wrap.
  const longest = Math.max(0, ...figures.map(([, { length }]) => (length > 24 ? 0 : length)));
  const column = `minmax(min(100%, max(140px, ${longest}ch)), 1fr)`;
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 2, gridTemplateColumns: `repeat(auto-fill, ${column})`, m: 0 }}>
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

interface Look {
  readonly [property: string]: string | number | Look;
}

export interface TableColumn<Row> {
  readonly title: ReactNode;
  readonly value: (row: Row) => ReactNode;
  readonly align?: 'right' | 'center' | undefined;
  /** Of its cells and its title. */
  readonly sx?: Look;
}

/** A table whose first column names each row. It can take the focus, so that the keyboard can scroll it. */
export function DataTable<Row>(props: {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  isSelected?: (row: Row) => boolean;
  rowSx?: (row: Row) => Look;
  /** Of the table, such as the space in its cells. */
  sx?: Look;
  /** CSS pixels. Left out: as high as its rows. Otherwise, its titles stay in sight. */
  maxHeight?: number;
}) {
  const { label, columns, maxHeight, rowSx, sx = {} } = props;
  return (
    <TableContainer role="group" aria-label={label} tabIndex={0} sx={maxHeight === undefined ? {} : { maxHeight }}>
      <Table size="small" aria-label={label} stickyHeader={maxHeight !== undefined} sx={sx}>
        <TableHead>
          <TableRow>
            {columns.map((column, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move, and two may have one title
              <TableCell key={n} align={column.align} sx={column.sx ?? {}}>
                {column.title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {props.rows.map((row) => (
            <TableRow key={props.keyOf(row)} selected={props.isSelected?.(row) ?? false} sx={rowSx?.(row) ?? {}}>
              {columns.map((column, n) => (
                <TableCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move
                  key={n}
                  {...(n === 0 && { component: 'th', scope: 'row' })}
                  align={column.align}
                  sx={{ ...(n === 0 && { fontWeight: 600 }), ...column.sx }}
                >
                  {column.value(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const FIGURE = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' };

interface FigureRow {
  readonly key: string;
  readonly cells: readonly string[];
  readonly isTotal?: boolean;
}

export function FigureTable(props: { label: string; head: readonly string[]; rows: readonly FigureRow[] }) {
  const columns = props.head.map((title, n) => ({
    title,
    value: ({ cells }: FigureRow) => cells[n],
    ...(n === 0 ? { sx: { minWidth: 120 } } : { align: 'right' as const, sx: FIGURE }),
  }));
  return (
    <DataTable
      label={props.label}
      columns={columns}
      rows={props.rows}
      keyOf={({ key }) => key}
      rowSx={({ isTotal }) => (isTotal ? { '& > *': { fontWeight: 700 } } : {})}
    />
  );
}
