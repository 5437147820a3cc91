import type { UserAnswer } from '@perktree/contracts/account/calls';
import { useEffect, useState } from 'react';
import { isRefusal } from '../../lib/api-error.ts';
import { demoAccounts } from '../../lib/brand.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { accountCalls, takeLastRole, withSessionCookie } from './account-calls.ts';
import { useAccountPage } from './account-context.ts';
import { AccountForm, EmailField, FormField } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { BusinessConfirmation } from './business-confirmation.tsx';
import { CodeStep } from './code-step.tsx';
import { ContinueAs } from './continue-as.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { IntentChoice } from './intent-choice.tsx';
import { type LoginAnswers, withAnswers } from './login-answers.ts';
import { prefetchDashboard } from './prefetch-dashboard.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { STAFF_LOGIN, STAFF_SCREEN } from './staff-screen.ts';
import { useAccountForm } from './use-account-form.ts';
import { useAccountQuery } from './use-account-query.ts';

export function LoginPage() {
  const { t, language } = useAccountPage();
  const { chosen, setIntent, search, destination, proceed, query, forgetError } = useAccountQuery();
  const user = useSignedInUser();
  const [demo] = useState(demoAccounts);
  const intent = chosen ?? undefined;
  const isStaff = destination === STAFF_SCREEN;
  const [answers] = useState<LoginAnswers>({});
  // Customers go to other screens, often by mobile data.
  const isForDashboard = chosen !== 'customer';
  useEffect(() => (isForDashboard ? prefetchDashboard(language) : undefined), [isForDashboard, language]);
  const finish = async () => {
    if (chosen === null && !answers.asStaff) await takeLastRole();
    proceed(answers.asStaff ? STAFF_SCREEN : undefined);
  };
  const form = useAccountForm({
    fields: { email: 'email', password: 'required' },
    send: ({ email, password }) =>
      withSessionCookie(accountCalls.login(withAnswers({ email: email.trim(), password, intent }, answers))),
    onSuccess: finish,
  });
  const isCodeStep = isRefusal(form.failure, 'SECOND_FACTOR_REQUIRED');
  const subtitle = () => {
    if (isCodeStep) return t('code.subtitle');
    if (isStaff) return t('login.subtitle_staff');
    return t(chosen ? `login.subtitle_${chosen}` : 'login.subtitle');
  };
  return (
    <AccountFrame title={t('login.title')} subtitle={subtitle()}>
      {isCodeStep ? (
        <CodeStep
          credentials={{ email: form.typed.email.trim(), password: form.typed.password, intent }}
          answers={answers}
          onSuccess={finish}
          onBack={form.dismiss}
        />
      ) : (
        <>
          {user && (chosen === 'customer' || chosen === 'distributor') && !isStaff && (
            <ContinueAs email={user.email} role={chosen} onSuccess={() => proceed()} />
          )}
          <AccountForm form={form} submitLabel={t('login.submit')}>
            <IntentChoice value={chosen} onChange={setIntent} />
            <EmailField form={form} />
            <FormField
              form={form}
              name="password"
              label={t('field.password')}
              type="password"
              autoComplete="current-password"
              required
            />
          </AccountForm>
          {demo && <DemoAccounts demo={demo} form={form} />}
          <a className="text-button" href={`/forgot-password${search}`}>
            {t('login.forgot')}
          </a>
          <ProviderSignIn
            intent={chosen}
            destination={destination}
            error={query.get('error')}
            forgetError={forgetError}
          />
          <div role="note" className="alert info centered">
            {t('login.noAccount')} <a href={`/register${search}`}>{t('login.register')}</a>
          </div>
          {!isStaff && chosen === 'business' && (
            <p className="small">
              {t('staff.hint')} <a href={STAFF_LOGIN}>{t('staff.login')}</a>
            </p>
          )}
        </>
      )}
      <BusinessConfirmation form={form} answers={answers} />
    </AccountFrame>
  );
}

/** Null if signed out, or until it is known. */
function useSignedInUser(): UserAnswer | null {
  const { isSignedOut } = useAccountPage();
  const [user, setUser] = useState<UserAnswer | null>(null);
  useEffect(() => {
    if (!isSignedOut) publicCalls.user().then(setUser, () => {});
  }, [isSignedOut]);
  return user;
}
