import type { CsvColumn } from '@perktree/contracts/csv';
import type { PayoutAnswer } from '@perktree/contracts/http/payouts';
import type { TopDistributorAnswer } from '@perktree/contracts/http/site-reports';
import { useTranslation } from 'react-i18next';

export function usePayoutColumns(): readonly CsvColumn<PayoutAnswer>[] {
  const { t } = useTranslation('payouts');
  return [
    { title: t('csv.payout'), value: (payout) => payout.id },
    { title: t('csv.distributor'), value: (payout) => payout.name },
    { title: t('csv.amount'), value: (payout) => payout.amount },
    { title: t('csv.currency'), value: (payout) => payout.currency },
    { title: t('csv.entries'), value: (payout) => payout.entries },
    { title: t('csv.state'), value: (payout) => t(`history.status.${payout.status}`) },
    { title: t('csv.reference'), value: (payout) => payout.reference },
    { title: t('csv.created'), value: (payout) => payout.createdAt },
  ];
}

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
