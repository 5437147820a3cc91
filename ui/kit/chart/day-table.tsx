import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../lib/format.ts';
import type { ChartDay, ChartSeries } from './chart-days.ts';

/** The figures of a chart, the newest day first. */
export function DayTable({ days, series }: { days: readonly ChartDay[]; series: readonly ChartSeries[] }) {
  const { t, i18n } = useTranslation('chart');
  return (
    // Focusable, so that the keyboard can scroll it.
    <TableContainer tabIndex={0} sx={{ maxHeight: 360 }}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('date')}</TableCell>
            {series.map(({ label }) => (
              <TableCell key={label} align="right">
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {days.toReversed().map((day) => (
            <TableRow key={day.date}>
              <TableCell component="th" scope="row">
                {formatDay(day.date, i18n.language)}
              </TableCell>
              {series.map(({ label, format }, index) => (
                <TableCell key={label} align="right">
                  {format(day.values[index] ?? 0)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
