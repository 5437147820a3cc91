import { Alert, Button } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { errorText } from '../lib/api-error.ts';
import { useAuth } from '../lib/auth.tsx';
import { useApi } from '../lib/use-api.ts';

/** Says that the address is not verified, where the installation sends mail. */
export function UnverifiedEmail() {
  const { t } = useTranslation('account');
  const { user } = useAuth();
  const methods = useApi(calls.signInMethods, {});
  const send = useMutation({ mutationFn: () => callApi(calls.resendVerification, { body: {} }) });
  if (user === null || user.emailVerified !== false || !methods.data?.mail) return null;
  if (send.isSuccess) {
    return (
      <Alert severity="success" role="status">
        {t('unverified.sent')}
      </Alert>
    );
  }
  return (
    <Alert
      severity="warning"
      sx={{ flexWrap: 'wrap' }}
      action={
        <Button color="inherit" loading={send.isPending} onClick={() => send.mutate()}>
          {t('unverified.send')}
        </Button>
      }
    >
      {send.error ? errorText(send.error) : t('unverified.text')}
    </Alert>
  );
}
