import { Alert, Button, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { AccountFrame } from './account-frame.tsx';
import { AccountProblem } from './account-problem.tsx';
import { NewPasswordField, weakPassword } from './new-password-field.tsx';

/** Where an operator's link leads: a new password, by the token behind `#`, which is in no log on the way here. */
export default function ResetPasswordPage() {
  const { t } = useTranslation('accounts');
  const [token] = useState(() => window.location.hash.slice(1));
  const [password, setPassword] = useState('');
  const reset = useMutation({
    mutationFn: () => callApi(calls.resetPassword, { body: { token, newPassword: password } }),
    // Of no use any more, and so nothing to keep in the history.
    onSuccess: () => window.history.replaceState(window.history.state, '', window.location.pathname),
  });
  const refusal = weakPassword(reset.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reset.isPending) reset.mutate();
  };

  return (
    <AccountFrame title={t('reset.title')} subtitle={t('reset.subtitle')}>
      {token === '' && <Alert severity="error">{t('problem.RESET_LINK_INVALID')}</Alert>}
      {reset.isSuccess && (
        <Stack spacing={2.5}>
          <Alert severity="success" role="status">
            {t('reset.done')}
          </Alert>
          {/* A navigation: whoever was signed in here is so no more. */}
          <Button href="/login" variant="contained" size="large">
            {t('reset.login')}
          </Button>
        </Stack>
      )}
      {token !== '' && !reset.isSuccess && (
        <form onSubmit={submit}>
          <Stack spacing={2.5}>
            {reset.error && refusal === null && <AccountProblem error={reset.error} />}
            <NewPasswordField
              label={t('reset.field')}
              value={password}
              refusal={refusal}
              onChange={(typed) => {
                setPassword(typed);
                if (refusal !== null) reset.reset();
              }}
            />
            <Button type="submit" variant="contained" size="large" loading={reset.isPending}>
              {t('reset.submit')}
            </Button>
          </Stack>
        </form>
      )}
    </AccountFrame>
  );
}
