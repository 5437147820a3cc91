import { Alert } from '../../kit/public/alert.tsx';
import { errorText } from '../../lib/api-error.ts';
import { signInCalls } from './account-calls.ts';
import { useAccountPage } from './account-context.ts';
import { AccountForm, EmailField } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAccountQuery } from './use-account-query.ts';
import { useSignInMethods } from './use-sign-in-methods.ts';

/** The answer is the same for known and unknown addresses, so the page never says which it is. */
export function ForgotPasswordPage() {
  const { t } = useAccountPage();
  const { search, returning } = useAccountQuery();
  const { methods, error } = useSignInMethods();
  const form = useAccountForm({
    fields: { email: 'email' },
    send: ({ email }) => signInCalls.forgotPassword({ email: email.trim(), ...returning }),
  });
  const content = () => {
    if (form.done) return <Alert severity="success">{t('forgot.done')}</Alert>;
    if (error !== undefined) return <Alert severity="error">{errorText(error)}</Alert>;
    if (methods === undefined) return <span className="spinner" role="progressbar" aria-label={t('loading')} />;
    if (!methods.mail) return <Alert severity="info">{t('forgot.noMail')}</Alert>;
    return (
      <AccountForm form={form} submitLabel={t('forgot.submit')}>
        <EmailField form={form} />
      </AccountForm>
    );
  };
  return (
    <AccountFrame title={t('forgot.title')} subtitle={t('forgot.subtitle')}>
      {content()}
      <a className="text-button" href={`/login${search}`}>
        {t('forgot.back')}
      </a>
    </AccountFrame>
  );
}
