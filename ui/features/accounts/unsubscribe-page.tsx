import { Alert, Button, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFrame } from '../../components/account-frame.tsx';
import { callApi } from '../../lib/api.ts';
import { AccountProblem } from './account-problem.tsx';

/** The link of a digest. A button turns digests off, so that programs which open links in mails do not. */
export default function UnsubscribePage() {
  const { t } = useTranslation('accounts');
  const [token] = useState(() => window.location.hash.slice(1));
  const end = useMutation({
    mutationFn: () => callApi(calls.unsubscribe, { params: { token }, body: { 'List-Unsubscribe': 'One-Click' } }),
  });
  return (
    <AccountFrame title={t('unsubscribe.title')} subtitle={t('unsubscribe.subtitle')}>
      <Stack spacing={2.5}>
        {token === '' && <Alert severity="error">{t('unsubscribe.invalid')}</Alert>}
        {end.error && <AccountProblem error={end.error} />}
        {end.isSuccess && (
          <Alert severity="success" role="status">
            {t('unsubscribe.done')}
          </Alert>
        )}
        {token !== '' && !end.isSuccess && (
          <Button variant="contained" size="large" loading={end.isPending} onClick={() => end.mutate()}>
            {t('unsubscribe.submit')}
          </Button>
        )}
      </Stack>
    </AccountFrame>
  );
}
