import { Alert } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { TokenPage } from '../../components/token-page.tsx';
import { callApi } from '../../lib/api.ts';

/** Opened by the unsubscribe link of a digest. */
export default function UnsubscribePage() {
  const { t } = useTranslation('accounts');
  return (
    <TokenPage
      textOf={(name) => t(`unsubscribe.${name}`)}
      call={(token) => callApi(calls.unsubscribe, { params: { token }, body: { 'List-Unsubscribe': 'One-Click' } })}
      isUsedUp={false}
      done={() => (
        <Alert severity="success" role="status">
          {t('unsubscribe.done')}
        </Alert>
      )}
    />
  );
}
