import { Typography } from '@mui/material';
import type { ClosedMonthAnswer } from '@perktree/contracts/audit/report-calls';
import type { ScopeAnswer } from '@perktree/contracts/audit/scope';
import type { CsvColumn } from '@perktree/contracts/kernel/csv';
import { isolated } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useTranslation } from 'react-i18next';
import { FigureTable } from '../kit/figures.tsx';
import { formatMoney, formatNumber } from '../lib/format.ts';
import { shownDays } from './audit-query.ts';

interface OfPerson {
  readonly distributor: { readonly id: string; readonly name: string } | null;
}

/** The id and name of a payee, side by side. */
export function usePersonColumns<Row extends OfPerson>(): readonly CsvColumn<Row>[] {
  const { t, i18n } = useTranslation('audit');
  return [
    { title: t('csv.distributorId'), value: ({ distributor }) => distributor?.id ?? null },
    {
      title: t('csv.distributor'),
      value: ({ distributor }) => distributor && personName(distributor.name, i18n.language),
    },
  ];
}

/** What an answer covers: site, days with their time zone, and position. */
export function ShownScope({ site, answer }: { site: string; answer: Omit<ScopeAnswer, 'siteId'> }) {
  const { t, i18n } = useTranslation('audit');
  const [from, to] = shownDays(answer, i18n.language);
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5, overflowWrap: 'anywhere' }}>
      {t('scope.shown', {
        site: isolated(site),
        from: from ?? t('scope.beginning'),
        to: to ?? t('scope.end'),
        zone: answer.timeZone,
        position: answer.position,
      })}
    </Typography>
  );
}

export const MONEY = ['opening', 'earned', 'takenBack', 'paidOut', 'writtenOff', 'closing'] as const;
export const COUNTS = ['entries', 'reversals', 'payouts'] as const;

type Books = Pick<ClosedMonthAnswer, 'distributors' | 'totals'>;

/** The figures of each payee, and their totals. */
export function BooksTable({ label, books }: { label: string; books: Books }) {
  const { t, i18n } = useTranslation('audit');
  const cells = (sums: Books['totals'][number]) => [
    ...MONEY.map((name) => formatMoney(sums[name], sums.currency, i18n.language)),
    ...COUNTS.map((name) => formatNumber(sums[name], i18n.language)),
  ];
  return (
    <FigureTable
      label={label}
      head={[t('csv.distributor'), ...[...MONEY, ...COUNTS].map((name) => t(`month.${name}`))]}
      rows={[
        ...books.distributors.map((row) => ({
          key: `${row.distributor?.id} ${row.currency}`,
          cells: [personName(row.distributor?.name ?? '', i18n.language), ...cells(row)],
        })),
        ...books.totals.map((sums) => ({ key: sums.currency, cells: [t('total'), ...cells(sums)], isTotal: true })),
      ]}
    />
  );
}
