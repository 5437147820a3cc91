import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeLeft, useNow } from '../../../lib/public/time.ts';
import { RedemptionQr } from './redemption-qr.tsx';

/** The code that a customer shows at the counter. */
interface OpenCode {
  benefit: string;
  code: string;
  /** Content of the QR code that staff scan. */
  token: string | null;
  expiresAtUtc: string | null;
}

export default function CodeDialog(props: { code: OpenCode; open: boolean; onClose: () => void }) {
  const { t } = useTranslation('redemption-code');
  const { code } = props;
  const titleId = useId();
  return (
    <Dialog open={props.open} onClose={props.onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ textAlign: 'center', overflowWrap: 'anywhere' }}>
        {code.benefit}
      </DialogTitle>
      <DialogContent sx={{ textAlign: 'center' }}>
        <Typography variant="quiet">{t('title')}</Typography>
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
        {code.token && <RedemptionQr token={code.token} label={t('qr')} />}
        {code.expiresAtUtc && <TimeLeft expiresAtUtc={code.expiresAtUtc} />}
        <Typography variant="quiet" sx={{ mt: 1 }}>
          {t('hint')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function TimeLeft({ expiresAtUtc }: { expiresAtUtc: string }) {
  const { t } = useTranslation('redemption-code');
  const now = useNow();
  return (
    <Typography role="timer" variant="body2" sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }}>
      {t('timeLeft', { time: formatTimeLeft(Date.parse(expiresAtUtc) - now) })}
    </Typography>
  );
}
