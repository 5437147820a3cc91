import type { CsvColumn } from '@perktree/contracts/csv';
import type { TopDistributorAnswer } from '@perktree/contracts/http/site-reports';
import { useTranslation } from 'react-i18next';

export function useTopColumns(): readonly CsvColumn<TopDistributorAnswer>[] {
  const { t } = useTranslation('payouts');
  return [
    { title: t('top.distributor'), value: (row) => row.name },
    { title: t('top.qrs'), value: (row) => row.qrs },
    { title: t('top.scans'), value: (row) => row.scans },
    { title: t('top.redemptions'), value: (row) => row.redemptions },
    { title: t('top.commission'), value: (row) => row.commission },
    { title: t('csv.currency'), value: (row) => row.currency },
  ];
}
