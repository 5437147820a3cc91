import type { CsvColumn } from '@perktree/contracts/csv';
import type { SiteRedemptionAnswer } from '@perktree/contracts/http/site-reports';
import { useTranslation } from 'react-i18next';
import { stateOf } from './redemption-filter.ts';

/** The columns of the CSV: amounts and times as the server has them, so that they can be reckoned with. */
export function useRedemptionColumns(): readonly CsvColumn<SiteRedemptionAnswer>[] {
  const { t } = useTranslation('redemptions');
  return [
    { title: t('csv.id'), value: (row) => row.id },
    { title: t('csv.redeemedAt'), value: (row) => row.redeemedAt },
    { title: t('csv.benefit'), value: (row) => row.benefit },
    { title: t('csv.qr'), value: (row) => row.qrName },
    { title: t('csv.customer'), value: (row) => row.customerName },
    { title: t('csv.confirmedBy'), value: (row) => row.confirmedBy },
    { title: t('csv.via'), value: (row) => t(`via.${row.confirmedVia}`) },
    { title: t('csv.sale'), value: (row) => row.saleAmount },
    { title: t('csv.reversed'), value: (row) => row.reversedAmount },
    { title: t('csv.currency'), value: (row) => row.currency },
    { title: t('csv.state'), value: (row) => t(`state.${stateOf(row)}`) },
    { title: t('csv.reversedAt'), value: (row) => row.reversedAt },
  ];
}
