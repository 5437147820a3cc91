import { Alert } from '../../kit/public/alert.tsx';
import { signInCalls } from './account-calls.ts';
import { useAccountPage } from './account-context.ts';
import { TokenPage } from './token-page.tsx';

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
