import { Alert, Button, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFrame } from '../../components/account-frame.tsx';
import { callApi } from '../../lib/api.ts';
import { AccountProblem } from './account-problem.tsx';

/** The link of a mail. A button sends the token, so that programs which open links in mails do not use it up. */
export default function VerifyEmailPage() {
  const { t } = useTranslation('accounts');
  const [token] = useState(() => window.location.hash.slice(1));
  const verify = useMutation({
    mutationFn: () => callApi(calls.verifyEmail, { body: { token } }),
    // The token is used up; remove it from the history.
    onSuccess: () => window.history.replaceState(window.history.state, '', window.location.pathname),
  });
  return (
    <AccountFrame title={t('verify.title')} subtitle={t('verify.subtitle')}>
      <Stack spacing={2.5}>
        {token === '' && <Alert severity="error">{t('verify.invalid')}</Alert>}
        {verify.error && <AccountProblem error={verify.error} />}
        {verify.isSuccess && (
          <>
            <Alert severity="success" role="status">
              {t('verify.done')}
            </Alert>
            <Button href="/account" variant="contained" size="large">
              {t('verify.account')}
            </Button>
          </>
        )}
        {token !== '' && !verify.isSuccess && (
          <Button variant="contained" size="large" loading={verify.isPending} onClick={() => verify.mutate()}>
            {t('verify.submit')}
          </Button>
        )}
      </Stack>
    </AccountFrame>
  );
}
