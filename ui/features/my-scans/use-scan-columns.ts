import { benefitScanLabel } from '@perktree/contracts/benefit';
import type { CsvColumn } from '@perktree/contracts/csv';
import type { MyScanAnswer } from '@perktree/contracts/http/scanning';
import { useTranslation } from 'react-i18next';
import { stateOf } from './scan-rules.ts';

/** The columns of the CSV. Codes are left out: whoever has one can redeem it. */
export function useScanColumns(): readonly CsvColumn<MyScanAnswer>[] {
  const { t } = useTranslation('my-scans');
  return [
    { title: t('csv.scanned'), value: (scan) => scan.scanDate },
    { title: t('csv.benefit'), value: (scan) => benefitScanLabel(scan, scan.currency) },
    { title: t('csv.site'), value: (scan) => scan.siteName },
    { title: t('csv.qr'), value: (scan) => scan.name },
    { title: t('csv.state'), value: (scan) => t(stateOf(scan)) },
    { title: t('csv.redeemed'), value: (scan) => scan.redeemedAt },
    { title: t('csv.expires'), value: (scan) => scan.expiresAtUtc },
  ];
}
