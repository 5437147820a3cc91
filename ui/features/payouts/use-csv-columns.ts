import type { CsvColumn } from '@perktree/contracts/csv';
import type { TopDistributorAnswer } from '@perktree/contracts/http/site-reports';
import { personName } from '@perktree/contracts/person-name';
import { useTranslation } from 'react-i18next';

export function useTopColumns(): readonly CsvColumn<TopDistributorAnswer>[] {
  const { t, i18n } = useTranslation('payouts');
  return [
    { title: t('top.distributor'), value: (row) => personName(row.name, i18n.language) },
    { title: t('top.qrs'), value: (row) => row.qrs },
    { title: t('top.scans'), value: (row) => row.scans },
    { title: t('top.redemptions'), value: (row) => row.redemptions },
    { title: t('top.commission'), value: (row) => row.commission },
    { title: t('csv.currency'), value: (row) => row.currency },
  ];
}
