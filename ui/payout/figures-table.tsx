import {
  List,
  ListItem,
  ListItemText,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import type { TopDistributorAnswer } from '@perktree/contracts/distributor/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '../lib/format.ts';

interface FiguresRow extends Pick<TopDistributorAnswer, 'qrs' | 'scans' | 'redemptions' | 'commission' | 'currency'> {
  readonly id: string;
  readonly name: string;
  /** Given for all rows or for none, like `action`. */
  readonly rank?: string;
  readonly action?: ReactNode;
}

interface Figures {
  /** Title of the first column. */
  readonly of: string;
  readonly rows: readonly FiguresRow[];
}

export function FiguresTable(figures: Figures) {
  const wide = useMediaQuery(useTheme().breakpoints.up('sm'));
  return wide ? <WideTable {...figures} /> : <NarrowList {...figures} />;
}

function useWords() {
  const { t, i18n } = useTranslation('payouts');
  return {
    t,
    number: (value: number) => formatNumber(value, i18n.language),
    money: (row: FiguresRow) => formatMoney(row.commission, row.currency, i18n.language),
  };
}

function WideTable({ of, rows }: Figures) {
  const { t, number, money } = useWords();
  const [first] = rows;
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>{of}</TableCell>
          {first?.rank !== undefined && <TableCell align="right">{t('top.own.rank')}</TableCell>}
          <TableCell align="right">{t('top.qrs')}</TableCell>
          <TableCell align="right">{t('top.scans')}</TableCell>
          <TableCell align="right">{t('top.redemptions')}</TableCell>
          <TableCell align="right">{t('top.commission')}</TableCell>
          {first?.action !== undefined && <TableCell />}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            <TableCell component="th" scope="row" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {row.name}
            </TableCell>
            {row.rank !== undefined && <TableCell align="right">{row.rank}</TableCell>}
            <TableCell align="right">{number(row.qrs)}</TableCell>
            <TableCell align="right">{number(row.scans)}</TableCell>
            <TableCell align="right">{number(row.redemptions)}</TableCell>
            <TableCell align="right">{money(row)}</TableCell>
            {row.action !== undefined && <TableCell align="right">{row.action}</TableCell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function NarrowList({ rows }: Figures) {
  const { t, number, money } = useWords();
  return (
    <List disablePadding>
      {rows.map((row, i) => (
        <ListItem key={row.id} disableGutters divider={i < rows.length - 1} sx={{ gap: 2 }}>
          <ListItemText
            primary={row.name}
            secondary={joined([
              ...(row.rank === undefined ? [] : [`${t('top.own.rank')} ${row.rank}`]),
              `${number(row.qrs)} ${t('top.qrs')}`,
              `${number(row.scans)} ${t('top.scans')}`,
              `${number(row.redemptions)} ${t('top.redemptions')}`,
            ])}
            slotProps={{ primary: { sx: { fontWeight: 600 } } }}
          />
          <Typography sx={{ fontWeight: 700, flex: 'none' }}>{money(row)}</Typography>
          {row.action}
        </ListItem>
      ))}
    </List>
  );
}
