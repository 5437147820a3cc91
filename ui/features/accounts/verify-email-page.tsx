import { Alert, Button } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { TokenPage } from '../../components/token-page.tsx';
import { callApi } from '../../lib/api.ts';

/** Opened by the link of a verification mail. */
export default function VerifyEmailPage() {
  const { t } = useTranslation('accounts');
  return (
    <TokenPage
      textOf={(name) => t(`verify.${name}`)}
      call={(token) => callApi(calls.verifyEmail, { body: { token } })}
      isUsedUp
      done={() => (
        <>
          <Alert severity="success" role="status">
            {t('verify.done')}
          </Alert>
          <Button href="/account" variant="contained" size="large">
            {t('verify.account')}
          </Button>
        </>
      )}
    />
  );
}
