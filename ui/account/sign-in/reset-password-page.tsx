import { PASSWORD_LENGTH } from '@perktree/contracts/account/password-length';
import { useState } from 'react';
import { errorText } from '../../lib/api-error.ts';
import { signInCalls } from './account-calls.ts';
import { AccountField, AccountForm, AccountFrame, Alert, EmailField, useAccountPage } from './account-form.tsx';
import { forgetHash } from './token-page.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAccountQuery, useSignInMethods } from './use-account-query.ts';

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

export function ResetPasswordPage() {
  const { t } = useAccountPage();
  const { search } = useAccountQuery();
  const [[token = '', email = '']] = useState(() => window.location.hash.slice(1).split('/').map(decoded));
  const form = useAccountForm({
    fields: { newPassword: 'new-password' },
    send: ({ newPassword }) => signInCalls.resetPassword({ token, newPassword }),
    onSuccess: forgetHash,
  });
  return (
    <AccountFrame title={t('reset.title')} subtitle={t('reset.subtitle')}>
      {token === '' && <Alert severity="error">{t('reset.invalid')}</Alert>}
      {form.done && (
        <>
          <Alert severity="success">{t('reset.done')}</Alert>
          <a className="button large" href={`/login${search}`}>
            {t('reset.login')}
          </a>
        </>
      )}
      {token !== '' && !form.done && (
        <AccountForm form={form} submitLabel={t('reset.submit')}>
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <AccountField
            form={form}
            name="newPassword"
            label={t('reset.field')}
            help={t('field.passwordHelp', { least: PASSWORD_LENGTH.least })}
            type="password"
            autoComplete="new-password"
            required
          />
        </AccountForm>
      )}
    </AccountFrame>
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
