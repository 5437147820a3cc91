import { Alert, Box, Link, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { useTranslation } from 'react-i18next';
import { AddressQr } from '../../kit/address-qr.tsx';
import { OneTimeCodeField } from '../../kit/form/one-time-code-field.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { errorText } from '../../lib/api-error.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { RENEWED, sessionRenewal } from '../../lib/session-renewal.ts';

export function ConfirmStep(props: {
  begun: CallAnswer<typeof calls.beginSecondFactor>;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('account');
  const { secret, address } = props.begun;
  const form = useForm({
    fields: { oneTimeCode: 'text' },
    initial: { oneTimeCode: '' },
    call: calls.confirmSecondFactor,
    body: (values) => values,
    refusals: { WRONG_ONE_TIME_CODE: ['oneTimeCode', t('factor.wrongCode')] },
    onSuccess: ({ recoveryCodes }) => {
      sessionRenewal.dispatchEvent(new Event(RENEWED));
      props.onConfirmed(recoveryCodes);
    },
  });
  return (
    <FormDialog title={t('factor.scanTitle')} submitLabel={t('factor.confirm')} form={form} onClose={props.onClose}>
      <Stack spacing={2}>
        <Typography variant="body2">{t('factor.scan')}</Typography>
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ alignItems: 'center' }}>
          <AddressQr address={address} label={t('factor.qr')} />
          <Stack spacing={1} sx={{ minWidth: 0 }}>
            <Typography variant="body2">{t('factor.byHand')}</Typography>
            <Box component="output" aria-label={t('factor.secret')} sx={{ fontFamily: 'monospace', fontWeight: 700 }}>
              {inGroups(secret)}
            </Box>
            <Link href={address} variant="body2" sx={{ display: 'inline-block', py: 1.5 }}>
              {t('factor.sameDevice')}
            </Link>
          </Stack>
        </Stack>
        <OneTimeCodeField form={form} label={t('factor.code')} digits helperText={t('factor.codeHelp')} />
        {form.failure && <Alert severity="error">{errorText(form.failure)}</Alert>}
      </Stack>
    </FormDialog>
  );
}

function inGroups(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
