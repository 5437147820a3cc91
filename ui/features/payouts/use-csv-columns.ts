import type { LedgerEntryAnswer } from '@perktree/contracts/http/earnings';
import type { PayoutAnswer } from '@perktree/contracts/http/payouts';
import { useTranslation } from 'react-i18next';
import type { CsvColumn } from '../../lib/csv.ts';

export function useLedgerColumns(): readonly CsvColumn<LedgerEntryAnswer>[] {
  const { t } = useTranslation(['payouts', 'ledger']);
  return [
    { title: t('csv.entry'), value: (entry) => entry.id },
    { title: t('csv.redemption'), value: (entry) => entry.redemptionId },
    { title: t('csv.qr'), value: (entry) => entry.qrId },
    { title: t('csv.sourceQr'), value: (entry) => entry.sourceQrId },
    { title: t('csv.percent'), value: (entry) => entry.commissionPercent },
    { title: t('csv.commission'), value: (entry) => entry.commissionAmount },
    { title: t('csv.currency'), value: (entry) => entry.currency },
    { title: t('csv.state'), value: (entry) => t(`ledger:state.${entry.state}`) },
    { title: t('csv.created'), value: (entry) => entry.createdAt },
    { title: t('csv.matures'), value: (entry) => entry.maturesAt },
  ];
}

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
