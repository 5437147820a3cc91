import { type ReactNode, useState } from 'react';
import { Alert } from '../../kit/public/alert.tsx';
import { PendingButton } from '../../kit/public/pending-button.tsx';
import { errorText } from '../../lib/api-error.ts';
import { signInCalls } from './account-calls.ts';
import { useAccountPage } from './account-context.ts';
import { AccountFrame } from './account-form.tsx';
import { useAction } from './use-action.ts';

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
export function TokenPage<Answer>(props: {
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
