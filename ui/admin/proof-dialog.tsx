import { Alert, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField, OneTimeCodeField } from '../kit/form/form-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { errorText } from '../lib/api-error.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { useApi } from '../lib/use-api.ts';

/** Asks for the password, or for a code where the account has a second factor, before a sensitive call is repeated. */
export default function ProofDialog({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const { t } = useTranslation('proof');
  const factor = useApi(calls.secondFactor, {});
  const [byCode, setByCode] = useState(false);
  const form = useForm({
    fields: { currentPassword: 'secret', oneTimeCode: 'text' },
    initial: { currentPassword: '', oneTimeCode: '' },
    call: calls.confirmIdentity,
    body: ({ currentPassword, oneTimeCode }) => (byCode ? { oneTimeCode } : { currentPassword }),
    refusals: {
      WRONG_CREDENTIALS: ['currentPassword', t('wrongPassword')],
      WRONG_ONE_TIME_CODE: ['oneTimeCode', t('wrongCode')],
    },
    onSuccess: () => onEnd(true),
  });
  return (
    <FormDialog title={t('title')} submitLabel={t('submit')} form={form} onClose={() => onEnd(false)}>
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Typography variant="body2">{t('text')}</Typography>
        {byCode ? (
          <OneTimeCodeField form={form} label={t('code')} digits={false} helperText={t('codeHelp')} />
        ) : (
          <FormField
            form={form}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            label={t('password')}
            autoFocus
          />
        )}
        {factor.data?.state === 'on' && (
          <Button size="small" onClick={() => setByCode(!byCode)}>
            {t(byCode ? 'usePassword' : 'useCode')}
          </Button>
        )}
        {form.failure && <Alert severity="error">{errorText(form.failure)}</Alert>}
      </Stack>
    </FormDialog>
  );
}
