import QrCodeScanner from '@mui/icons-material/QrCodeScanner';
import { Alert, Box, Button, Divider, Stack, TextField, Typography } from '@mui/material';
import type { CallBody } from '@perktree/contracts/http/call';
import type { calls } from '@perktree/contracts/http/calls';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScanQrDialog } from '../../components/camera/scan-qr-dialog.tsx';
import { Panel } from '../../components/panel.tsx';
import { useReachable } from '../../lib/connection.ts';
import { extractToken } from '../../lib/token.ts';

export type Validation = CallBody<typeof calls.staffRedeem>;

/** Specification 9. */
const LONGEST_CODE = 7;

/** The customer's code typed, or the QR on their screen scanned; and what they paid, if it is known. */
export function RedemptionForm(props: {
  pending: boolean;
  autoFocus: boolean;
  onValidate: (validation: Validation) => void;
}) {
  const { t } = useTranslation(['staff-validation', 'offline']);
  const reachable = useReachable();
  const [code, setCode] = useState('');
  const [saleAmount, setSaleAmount] = useState('');
  const [scanning, setScanning] = useState(false);
  const amount = saleAmount.trim().replace(',', '.');
  const sale = amount === '' ? {} : { saleAmount: amount };
  const redemptionCode = code.trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (redemptionCode !== '' && !props.pending && reachable) props.onValidate({ redemptionCode, ...sale });
  };
  const decoded = (text: string) => {
    setScanning(false);
    props.onValidate({ token: extractToken(text) ?? text.trim(), ...sale });
  };
  /** In the camera's dialog: the short code below the customer's QR, or the QR's own text. */
  const typed = (text: string) => {
    if (text.length > LONGEST_CODE) return decoded(text);
    setScanning(false);
    props.onValidate({ redemptionCode: text.toUpperCase(), ...sale });
  };
  return (
    <Panel title={t('form.title')}>
      {!reachable && (
        <Alert severity="warning" sx={{ mb: 2.5 }}>
          {t('offline:staff')}
        </Alert>
      )}
      <form onSubmit={submit}>
        <Stack spacing={2.5}>
          <TextField
            label={t('form.code')}
            placeholder="ABC-123"
            autoFocus={props.autoFocus}
            autoComplete="off"
            value={code}
            onChange={(e) => setCode(e.target.value.toUpperCase().slice(0, LONGEST_CODE))}
            slotProps={{
              htmlInput: {
                maxLength: LONGEST_CODE,
                autoCapitalize: 'characters',
                spellCheck: false,
                style: { fontFamily: 'monospace', fontSize: '1.5rem', letterSpacing: '0.12em', textAlign: 'center' },
              },
              inputLabel: { shrink: true },
            }}
          />
          <TextField
            label={t('form.saleAmount')}
            helperText={t('form.saleAmountHelp')}
            autoComplete="off"
            value={saleAmount}
            onChange={(e) => setSaleAmount(e.target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
          <Button
            type="submit"
            variant="contained"
            size="large"
            loading={props.pending}
            disabled={redemptionCode === '' || props.pending || !reachable}
          >
            {t('form.validate')}
          </Button>
        </Stack>
      </form>
      <Divider sx={{ my: 2.5, color: 'text.secondary' }}>{t('form.or')}</Divider>
      <Button
        fullWidth
        variant="outlined"
        size="large"
        disabled={props.pending || !reachable}
        onClick={() => setScanning(true)}
        sx={{ py: 1.5 }}
      >
        <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
          <QrCodeScanner />
          <Box sx={{ textAlign: 'left' }}>
            <span>{t('form.scan')}</span>
            <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
              {t('form.scanHint')}
            </Typography>
          </Box>
        </Stack>
      </Button>
      <ScanQrDialog open={scanning} onClose={() => setScanning(false)} onDecoded={decoded} onTyped={typed} />
    </Panel>
  );
}
