import { Alert } from '../../kit/public/alert.tsx';
import { signInCalls } from './account-calls.ts';
import { useAccountPage } from './account-context.ts';
import { TokenPage } from './token-page.tsx';

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
