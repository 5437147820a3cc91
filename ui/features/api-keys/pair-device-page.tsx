import { Alert, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFrame } from '../../components/account-frame.tsx';
import { CopiedText } from '../../components/copied-text.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';

/** A device takes its key by the token behind `#`, which no server sees before. */
export default function PairDevicePage() {
  const { t } = useTranslation('api-keys');
  const [token] = useState(() => window.location.hash.slice(1));
  const accept = useMutation({
    mutationFn: () => callApi(calls.v1AcceptDevicePairing, { params: { token } }),
    // The token is used up; remove it from the history.
    onSuccess: () => window.history.replaceState(window.history.state, '', window.location.pathname),
  });
  const { data } = accept;
  return (
    <AccountFrame title={t('device.title')} subtitle={t('device.subtitle')}>
      <Stack spacing={2.5}>
        {token === '' && <Alert severity="error">{t('device.invalid')}</Alert>}
        {accept.error && <Alert severity="error">{errorText(accept.error)}</Alert>}
        {data && (
          <>
            <Alert severity="success" role="status">
              {t('device.paired')}
            </Alert>
            <CopiedText
              text={data.key}
              label={t('shown.copy')}
              copied={t('shown.copied')}
              failed={t('shown.copyFailed')}
            />
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {t('device.site')}: {data.siteId}
            </Typography>
          </>
        )}
        {token !== '' && !data && (
          <Button variant="contained" size="large" loading={accept.isPending} onClick={() => accept.mutate()}>
            {t('device.submit')}
          </Button>
        )}
      </Stack>
    </AccountFrame>
  );
}
