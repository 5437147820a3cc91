import { type ReactNode, useState } from 'react';
import { errorText } from '../../lib/api-error.ts';
import { copyText } from '../../lib/clipboard.ts';
import { signInCalls } from './account-calls.ts';
import { AccountFrame, Alert, PendingButton, useAccountPage, useAction } from './account-form.tsx';

/** Opened by the link of a verification mail. */
export function VerifyEmailPage() {
  const { t } = useAccountPage();
  return (
    <TokenPage
      textOf={(name) => t(`verify.${name}`)}
      call={(token) => signInCalls.verifyEmail({ token })}
      isUsedUp
      done={() => (
        <>
          <Alert severity="success">{t('verify.done')}</Alert>
          <a className="button large" href="/account">
            {t('verify.account')}
          </a>
        </>
      )}
    />
  );
}

/** Opened by the unsubscribe link of a digest. */
export function UnsubscribePage() {
  const { t } = useAccountPage();
  return (
    <TokenPage
      textOf={(name) => t(`unsubscribe.${name}`)}
      call={signInCalls.unsubscribe}
      isUsedUp={false}
      done={() => <Alert severity="success">{t('unsubscribe.done')}</Alert>}
    />
  );
}

/** The token of the address is used up: it leaves the history. */
export const forgetHash = () =>
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);

/**
 * The page of a link with its token after `#`, which browsers do not send to the server. A button uses the token, so that mail
 * scanners that open links do not.
 * @param props.isUsedUp whether the link works only once: then its token is removed from the history
 */
function TokenPage<Answer>(props: {
  textOf: (name: 'title' | 'subtitle' | 'invalid' | 'submit') => string;
  call: (token: string) => Promise<Answer>;
  isUsedUp: boolean;
  done: (answer: Answer) => ReactNode;
}) {
  const { textOf } = props;
  const [token] = useState(() => window.location.hash.slice(1));
  const use = useAction(
    () => props.call(token),
    () => props.isUsedUp && forgetHash(),
  );
  return (
    <AccountFrame title={textOf('title')} subtitle={textOf('subtitle')}>
      {token === '' && <Alert severity="error">{textOf('invalid')}</Alert>}
      {use.error !== undefined && <Alert severity="error">{errorText(use.error)}</Alert>}
      {use.isDone && props.done(use.answer as Answer)}
      {token !== '' && !use.isDone && (
        <PendingButton pending={use.isPending} onClick={use.run}>
          {textOf('submit')}
        </PendingButton>
      )}
    </AccountFrame>
  );
}

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
