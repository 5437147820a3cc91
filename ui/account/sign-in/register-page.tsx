import { PASSWORD_LENGTH } from '@perktree/contracts/account/password-length';
import { signInCalls, withSessionCookie } from './account-calls.ts';
import { AccountField, AccountForm, AccountFrame, EmailField, IntentChoice, useAccountPage } from './account-form.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAccountQuery } from './use-account-query.ts';

export function RegisterPage() {
  const { t } = useAccountPage();
  const { intent, setIntent, search, returning, proceed } = useAccountQuery();
  const form = useAccountForm({
    fields: { firstName: 'optional', lastName: 'optional', email: 'email', password: 'new-password' },
    send: ({ firstName, lastName, email, password }) =>
      withSessionCookie(
        signInCalls.register({
          email: email.trim(),
          password,
          intent,
          ...returning,
          ...(firstName.trim() && { firstName: firstName.trim() }),
          ...(lastName.trim() && { lastName: lastName.trim() }),
        }),
      ),
    onSuccess: () => proceed(),
  });
  return (
    <AccountFrame title={t('register.title')} subtitle={t(`register.subtitle_${intent}`)}>
      <AccountForm form={form} submitLabel={t('register.submit')}>
        <IntentChoice value={intent} onChange={setIntent} />
        <div className="field-row">
          <AccountField form={form} name="firstName" label={t('field.firstName')} autoComplete="given-name" />
          <AccountField form={form} name="lastName" label={t('field.lastName')} autoComplete="family-name" />
        </div>
        <EmailField form={form} />
        <AccountField
          form={form}
          name="password"
          label={t('field.password')}
          help={t('field.passwordHelp', { least: PASSWORD_LENGTH.least })}
          type="password"
          autoComplete="new-password"
          required
        />
      </AccountForm>
      <div role="note" className="alert info centered">
        {t('register.haveAccount')} <a href={`/login${search}`}>{t('register.login')}</a>
      </div>
    </AccountFrame>
  );
}
