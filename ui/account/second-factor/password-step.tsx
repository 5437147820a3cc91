import { Alert, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { errorText } from '../../lib/api-error.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { CurrentPasswordField } from '../current-password-field.tsx';

/** Requires the password, so that a person who finds an open session cannot set up a factor that its owner lacks. */
export function PasswordStep(props: {
  onBegun: (begun: CallAnswer<typeof calls.beginSecondFactor>) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('account');
  const form = useForm({
    fields: { currentPassword: 'secret' },
    initial: { currentPassword: '' },
    call: calls.beginSecondFactor,
    body: (values) => values,
    refusals: { WRONG_CREDENTIALS: ['currentPassword', t('password.wrong')] },
    onSuccess: props.onBegun,
  });
  return (
    <FormDialog title={t('factor.setUp')} submitLabel={t('factor.next')} form={form} onClose={props.onClose}>
      <Stack spacing={2}>
        <Typography variant="body2">{t('factor.needed')}</Typography>
        <CurrentPasswordField form={form} name="currentPassword" label={t('factor.password')} />
        {form.failure && <Alert severity="error">{errorText(form.failure)}</Alert>}
      </Stack>
    </FormDialog>
  );
}
