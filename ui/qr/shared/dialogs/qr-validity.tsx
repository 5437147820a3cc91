import { Typography } from '@mui/material';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';

/** When the issue period of a QR ends, what happens then, and what is used of its limit. */
export function QrValidity({ qr }: { qr: QrAnswer }) {
  const { t, i18n } = useTranslation('qr');
  const { maxRedemptions, periodRedemptions } = qr;
  const number = (value: number) => formatNumber(value, i18n.language);
  const used =
    maxRedemptions === null
      ? t('validity.unlimited', { used: number(periodRedemptions) })
      : t('validity.of', { used: number(periodRedemptions), most: number(maxRedemptions) });
  const end = qr.isExpired ? 'expired' : qr.renewalPolicy === 'none' ? 'ends' : 'renews';
  const when = formatDateTime(qr.expiresAtUtc, i18n.language);
  return (
    <Typography variant="body2" sx={{ color: end === 'expired' ? 'error.main' : 'text.secondary' }}>
      {/* The first period of a root that waits for approval has not begun. */}
      {qr.approval === null && `${t(`validity.${end}`, { when })} · `}
      {used}
    </Typography>
  );
}
