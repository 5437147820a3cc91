import { Alert, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { CopiedText } from '../../components/copied-text.tsx';
import { TokenPage } from '../../components/token-page.tsx';
import { callApi } from '../../lib/api.ts';

/** Opened on the device by the pairing QR code. Gets the device's API key. */
export default function PairDevicePage() {
  const { t } = useTranslation('api-keys');
  return (
    <TokenPage
      textOf={(name) => t(`device.${name}`)}
      call={(token) => callApi(calls.v1AcceptDevicePairing, { params: { token } })}
      isUsedUp
      done={({ key, siteId }) => (
        <>
          <Alert severity="success" role="status">
            {t('device.paired')}
          </Alert>
          <CopiedText text={key} label={t('shown.copy')} copied={t('shown.copied')} failed={t('shown.copyFailed')} />
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t('device.site')}: {siteId}
          </Typography>
        </>
      )}
    />
  );
}
