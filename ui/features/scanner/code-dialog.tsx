import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { RedemptionQr } from '../../components/plain/redemption-qr.tsx';
import { formatTimeLeft, useNow } from '../../lib/plain/time-left.ts';
import type { OpenCode } from './scan-state.ts';

/** To hold out to staff: the code to type, the same as a QR to scan, and how long both are good. */
export default function CodeDialog(props: { code: OpenCode; open: boolean; onClose: () => void }) {
  const { t } = useTranslation('scanner');
  const { code } = props;
  const titleId = useId();
  return (
    <Dialog open={props.open} onClose={props.onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ textAlign: 'center', overflowWrap: 'anywhere' }}>
        {code.benefit}
      </DialogTitle>
      <DialogContent sx={{ textAlign: 'center' }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('code.title')}
        </Typography>
        <Box
          component="output"
          sx={{
            display: 'block',
            fontFamily: 'monospace',
            fontSize: '2.25rem',
            fontWeight: 700,
            letterSpacing: '0.06em',
          }}
        >
          {code.code}
        </Box>
        {code.token && <RedemptionQr token={code.token} label={t('code.qr')} />}
        {code.expiresAtUtc && <TimeLeft expiresAtUtc={code.expiresAtUtc} />}
        <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
          {t('code.hint')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('code.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function TimeLeft({ expiresAtUtc }: { expiresAtUtc: string }) {
  const { t } = useTranslation('scanner');
  const now = useNow();
  return (
    <Typography role="timer" variant="body2" sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }}>
      {t('code.timeLeft', { time: formatTimeLeft(Date.parse(expiresAtUtc) - now) })}
    </Typography>
  );
}
