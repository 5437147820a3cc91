import { useState } from 'react';
import { Alert } from '../../kit/public/alert.tsx';
import { copyText } from '../../lib/clipboard.ts';
import { signInCalls } from './account-calls.ts';
import { useAccountPage } from './account-context.ts';
import { TokenPage } from './token-page.tsx';

/** Opened on the device by the pairing QR code. Gets the device's API key. */
export function PairDevicePage() {
  const { t } = useAccountPage();
  return (
    <TokenPage
      textOf={(name) => t(`device.${name}`)}
      call={signInCalls.acceptDevicePairing}
      isUsedUp
      done={({ key, siteId }) => (
        <>
          <Alert severity="success">{t('device.paired')}</Alert>
          <CopiedKey value={key} />
          <p className="small long-word">
            {t('device.site')}: {siteId}
          </p>
        </>
      )}
    />
  );
}

function CopiedKey({ value }: { value: string }) {
  const { t } = useAccountPage();
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  const copy = () =>
    copyText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('copyFailed'),
    );
  return (
    <>
      <code className="long-word">{value}</code>
      <button type="button" className="button quiet" onClick={() => void copy()}>
        {t('device.copy')}
      </button>
      <p role="status" className="small">
        {outcome && t(`device.${outcome}`)}
      </p>
    </>
  );
}
