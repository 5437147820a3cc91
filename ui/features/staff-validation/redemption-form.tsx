import QrCodeScanner from '@mui/icons-material/QrCodeScanner';
import { Alert, Box, Button, Divider, Stack, Typography } from '@mui/material';
import type { CallAnswer } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { REDEMPTION_CODE_LENGTH, tidyRedemptionCode } from '@perktree/contracts/redemption-code';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScanQrDialog } from '../../components/camera/scan-qr-dialog.tsx';
import { CODE_INPUT, FormField } from '../../components/form/form-field.tsx';
import { Panel } from '../../components/panel.tsx';
import { callApi } from '../../lib/api.ts';
import { useReachable } from '../../lib/connection.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { extractToken } from '../../lib/token.ts';

export function RedemptionForm(props: {
  autoFocus: boolean;
  onSend: () => void;
  onAnswer: (answer: CallAnswer<typeof calls.staffRedeem>) => void;
  onError: (error: Error) => void;
}) {
  const { t } = useTranslation(['staff-validation', 'offline']);
  const reachable = useReachable();
  const [scanning, setScanning] = useState(false);
  const form = useForm({
    fields: { redemptionCode: 'text', token: 'text', saleAmount: 'decimal' },
    initial: { redemptionCode: '', token: '', saleAmount: '' },
    call: calls.staffRedeem,
    body: ({ redemptionCode, token, saleAmount }) => ({
      ...(token === '' ? { redemptionCode } : { token }),
      saleAmount,
    }),
    send: (request) => {
      props.onSend();
      return callApi(calls.staffRedeem, request);
    },
    onSuccess: props.onAnswer,
    onError: props.onError,
    // A scanned QR code has no field that could show why it is not sent.
    onInvalid: ({ token }) => token && props.onError(new Error(t('form.otherQr'))),
  });
  const { redemptionCode } = form.values;
  const blocked = form.pending || !reachable;

  /** Redeems by a scanned QR code with the form's sale amount. */
  const decoded = (text: string) => {
    setScanning(false);
    const token = extractToken(text);
    if (token === null) props.onError(new Error(t('form.otherQr')));
    else form.submit(undefined, { token });
  };
  /** Typed in the camera dialog: the short code, or the content of the QR code. */
  const typed = (text: string) => {
    const code = tidyRedemptionCode(text);
    if (code.length > REDEMPTION_CODE_LENGTH) return decoded(text);
    setScanning(false);
    form.submit(undefined, { redemptionCode: code });
  };
  return (
    <Panel title={t('form.title')}>
      {!reachable && (
        <Alert severity="warning" sx={{ mb: 2.5 }}>
          {t('offline:staff')}
        </Alert>
      )}
      <form ref={form.ref} onSubmit={form.submit} noValidate>
        <Stack spacing={2.5}>
          <FormField
            form={form}
            name="redemptionCode"
            label={t('form.code')}
            placeholder="ABC-123"
            autoFocus={props.autoFocus}
            autoComplete="off"
            tidy={(text) => tidyRedemptionCode(text).slice(0, REDEMPTION_CODE_LENGTH)}
            slotProps={{
              htmlInput: {
                ...CODE_INPUT,
                style: { fontFamily: 'monospace', fontSize: '1.5rem', letterSpacing: '0.12em', textAlign: 'center' },
              },
              inputLabel: { shrink: true },
            }}
          />
          <FormField
            form={form}
            name="saleAmount"
            label={t('form.saleAmount')}
            helperText={t('form.saleAmountHelp')}
            autoComplete="off"
          />
          <Button
            type="submit"
            variant="contained"
            size="large"
            loading={form.pending}
            disabled={redemptionCode === '' || blocked}
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
        disabled={blocked}
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
