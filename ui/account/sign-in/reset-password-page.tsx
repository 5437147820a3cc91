import { PASSWORD_LENGTH } from '@perktree/contracts/account/password-length';
import { useState } from 'react';
import { Alert } from '../../kit/public/alert.tsx';
import { signInCalls } from './account-calls.ts';
import { useAccountPage } from './account-context.ts';
import { AccountField, AccountForm } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { forgetHash } from './token-page.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAccountQuery } from './use-account-query.ts';

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
