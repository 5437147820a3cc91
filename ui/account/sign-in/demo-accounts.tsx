import type { demoAccounts } from '../../lib/brand.ts';
import { useAccountPage } from './account-context.ts';
import type { AccountFormState } from './use-account-form.ts';

/** A tap logs in to one of the accounts of a demo. */
export function DemoAccounts(props: {
  demo: NonNullable<ReturnType<typeof demoAccounts>>;
  form: AccountFormState<'email' | 'password'>;
}) {
  const { t } = useAccountPage();
  const { form } = props;
  const { emails, password } = props.demo;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div role="group" aria-label={t('login.demo')} className="demo-accounts">
      <p className="small">{t('login.demo')}</p>
      {emails.map((email) => (
        <button
          key={email}
          type="button"
          className="text-button"
          disabled={form.pending}
          onClick={() => form.submit(undefined, { email, password })}
        >
          {email}
        </button>
      ))}
    </div>
  );
}
