import type { CsvColumn } from '@perktree/contracts/csv';
import type { LedgerEntryAnswer } from '@perktree/contracts/http/earnings';
import { useTranslation } from 'react-i18next';

/** The columns of the CSV: amounts and times as the server has them, so that they can be reckoned with. */
export function useLedgerColumns(): readonly CsvColumn<LedgerEntryAnswer>[] {
  const { t } = useTranslation('ledger');
  return [
    { title: t('csv.entry'), value: (entry) => entry.id },
    { title: t('csv.redemption'), value: (entry) => entry.redemptionId },
    { title: t('csv.qr'), value: (entry) => entry.qrId },
    { title: t('csv.sourceQr'), value: (entry) => entry.sourceQrId },
    { title: t('csv.percent'), value: (entry) => entry.commissionPercent },
    { title: t('csv.commission'), value: (entry) => entry.commissionAmount },
    { title: t('csv.currency'), value: (entry) => entry.currency },
    { title: t('csv.state'), value: (entry) => t(`state.${entry.state}`) },
    { title: t('csv.created'), value: (entry) => entry.createdAt },
    { title: t('csv.matures'), value: (entry) => entry.maturesAt },
  ];
}
