import type { CsvColumn } from '@perktree/contracts/csv';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useTranslation } from 'react-i18next';

/** The columns of the CSV: figures and times as the server has them, so that they can be reckoned with. */
export function useQrColumns(): readonly CsvColumn<QrAnswer>[] {
  const { t } = useTranslation('qr-management');
  return [
    { title: t('csv.id'), value: (qr) => qr.id },
    { title: t('csv.parent'), value: (qr) => qr.parentQrId },
    { title: t('csv.name'), value: (qr) => qr.name },
    { title: t('csv.internalName'), value: (qr) => qr.internalName },
    { title: t('csv.benefit'), value: (qr) => qr.benefitDisplay },
    { title: t('csv.commission'), value: (qr) => qr.commissionPercent },
    { title: t('csv.available'), value: (qr) => qr.availableCommission },
    { title: t('csv.scans'), value: (qr) => qr.totalScans },
    { title: t('csv.redemptions'), value: (qr) => qr.totalRedemptions },
    { title: t('csv.claim'), value: (qr) => t(qr.isClaimed ? 'row.claimed' : 'row.unclaimed') },
    { title: t('csv.expires'), value: (qr) => qr.expiresAtUtc },
    { title: t('csv.created'), value: (qr) => qr.createdAt },
  ];
}
