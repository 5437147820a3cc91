import { Alert, Button, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFrame } from '../../components/account-frame.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { AccountForm } from './account-form.tsx';
import { NewPasswordField } from './new-password-field.tsx';

export default function ResetPasswordPage() {
  const { t } = useTranslation('accounts');
  const [[token = '', email = '']] = useState(() => window.location.hash.slice(1).split('/').map(decoded));
  const form = useForm({
    fields: { newPassword: 'secret' },
    initial: { newPassword: '' },
    call: calls.resetPassword,
    body: ({ newPassword }) => ({ token, newPassword }),
    // The token is used up; remove it from the history.
    onSuccess: () => window.history.replaceState(window.history.state, '', window.location.pathname),
  });
  return (
    <AccountFrame title={t('reset.title')} subtitle={t('reset.subtitle')}>
      {token === '' && <Alert severity="error">{t('reset.invalid')}</Alert>}
      {form.done && (
        <Stack spacing={2.5}>
          <Alert severity="success" role="status">
            {t('reset.done')}
          </Alert>
          {/* A navigation, because the reset ended every session. */}
          <Button href="/login" variant="contained" size="large">
            {t('reset.login')}
          </Button>
        </Stack>
      )}
      {token !== '' && !form.done && (
        <AccountForm form={form} submitLabel={t('reset.submit')}>
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <NewPasswordField form={form} name="newPassword" label={t('reset.field')} />
        </AccountForm>
      )}
    </AccountFrame>
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
