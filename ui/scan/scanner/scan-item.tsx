import { Box, Card, Chip, Stack, Typography } from '@mui/material';
import { benefitLabel } from '@perktree/contracts/qr/benefit';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/format.ts';
import { useNow } from '../../lib/public/time-left.ts';
import { CodeRow } from '../../redemption/shared/code/code-row.tsx';
import { type ScanStatus, scanStatus } from '../../redemption/shared/code/scan-status.ts';

const COLOURS = { redeemed: 'default', expired: 'error', available: 'success' } as const satisfies Record<
  ScanStatus,
  string
>;

export function ScanItem({ scan }: { scan: MyScanAnswer }) {
  const { t, i18n } = useTranslation('scanner');
  const status = scanStatus(scan, useNow());
  const benefit = benefitLabel(scan, i18n.language, 'scan');
  return (
    <Card sx={{ p: 2 }}>
      <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {benefit}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {scan.siteName || t('scans.business')}
          </Typography>
        </Box>
        <Chip
          size="small"
          label={t(`scans.${status}`)}
          color={COLOURS[status]}
          variant={status === 'available' ? 'filled' : 'outlined'}
        />
      </Stack>
      {status !== 'redeemed' && scan.expiresAtUtc && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {t(status === 'expired' ? 'scans.expiredOn' : 'scans.expires', {
            date: formatDateTime(scan.expiresAtUtc, i18n.language),
          })}
        </Typography>
      )}
      {(status === 'available' || scan.awaitsConfirmation) && scan.redemptionCode && (
        <Box sx={{ mt: 1.5 }}>
          <CodeRow
            awaitsConfirmation={scan.awaitsConfirmation}
            open={{ benefit, code: scan.redemptionCode, token: scan.redemptionToken, expiresAtUtc: scan.expiresAtUtc }}
          />
        </Box>
      )}
    </Card>
  );
}
