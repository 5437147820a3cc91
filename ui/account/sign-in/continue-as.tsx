import { Alert } from '../../kit/public/alert.tsx';
import { PendingButton } from '../../kit/public/pending-button.tsx';
import { errorText } from '../../lib/api-error.ts';
import { accountCalls } from './account-calls.ts';
import { useAccountPage } from './account-context.ts';
import { useAction } from './use-action.ts';

/** For a person who is signed in and needs another role: no second login. */
export function ContinueAs(props: { email: string; role: 'customer' | 'distributor'; onSuccess: () => void }) {
  const { t } = useAccountPage();
  const { email, role } = props;
  const take = useAction(() => accountCalls.switchRole(role), props.onSuccess);
  return (
    <>
      {take.error !== undefined && <Alert severity="error">{errorText(take.error)}</Alert>}
      <PendingButton pending={take.isPending || take.isDone} onClick={take.run}>
        <span className="long-word">{t(`continueAs.${role}`, { email })}</span>
      </PendingButton>
      <p className="small">{t('continueAs.other')}</p>
    </>
  );
}
