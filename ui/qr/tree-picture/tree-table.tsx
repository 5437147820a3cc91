import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber, formatPercent } from '../../lib/format.ts';
import { EXAMPLE_SALE } from '../shared/tree/shares.ts';
import { ownerOf } from './owner-of.ts';

/** Deeper levels are not indented further. */
const INDENTED_LEVELS = 6;

/** The drawn tree as a table, as its text alternative. */
export function TreeTable(props: { rows: readonly TreeRow[]; shareOf: (row: TreeRow) => string | null }) {
  const { t, i18n } = useTranslation('tree-picture');
  const currency = props.rows[0]?.currency ?? 'EUR';
  const money = (amount: string) => formatMoney(amount, currency, i18n.language);
  return (
    // Focusable, so that the keyboard can scroll it.
    <TableContainer tabIndex={0}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('column.qr')}</TableCell>
            <TableCell>{t('column.level')}</TableCell>
            <TableCell>{t('column.owner')}</TableCell>
            <TableCell align="right">{t('column.commission')}</TableCell>
            <TableCell align="right">{t('column.share', { amount: money(EXAMPLE_SALE) })}</TableCell>
            <TableCell align="right">{t('column.redemptions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {props.rows.map((row) => {
            const share = props.shareOf(row);
            return (
              <TableRow key={row.id}>
                <TableCell component="th" scope="row" sx={{ pl: 2 + 2 * Math.min(row.level, INDENTED_LEVELS) }}>
                  {row.name}
                </TableCell>
                <TableCell>{row.level + 1}</TableCell>
                <TableCell>{ownerOf(row, t, i18n.language)}</TableCell>
                <TableCell align="right">{formatPercent(row.commissionPercent, i18n.language)}%</TableCell>
                <TableCell align="right">{share === null ? '–' : money(share)}</TableCell>
                <TableCell align="right">{formatNumber(row.totalRedemptions, i18n.language)}</TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
