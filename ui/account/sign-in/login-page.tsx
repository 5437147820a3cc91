import type { LoginIntent, UserAnswer } from '@perktree/contracts/account/calls';
import type { calls } from '@perktree/contracts/catalogue/calls';
import type { CallBody } from '@perktree/contracts/kernel/call';
import { useEffect, useEffectEvent, useState } from 'react';
import { errorText, isRefusal } from '../../lib/api-error.ts';
import { demoAccounts } from '../../lib/brand.ts';
import { oneTimeCodeInput } from '../../lib/forms/fields.ts';
import { STAFF_LOGIN, STAFF_SCREEN, saveSignInDestination } from '../../lib/pending.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { signInCalls, takeLastRole, withSessionCookie } from './account-calls.ts';
import {
  AccountField,
  AccountForm,
  AccountFrame,
  Alert,
  BusinessDialog,
  EmailField,
  IntentChoice,
  needsBusiness,
  PendingButton,
  useAccountPage,
  useAction,
} from './account-form.tsx';
import { prefetchDashboard } from './prefetch-dashboard.ts';
import { type AccountFormState, useAccountForm } from './use-account-form.ts';
import { useAccountQuery, useSignInMethods } from './use-account-query.ts';

type LoginBody = CallBody<typeof calls.login>;

/** Answers to the offer to open a business, for an account without one. */
interface LoginAnswers {
  confirmBusiness?: true;
  /** Continue as staff without opening a business. */
  asStaff?: true;
}

function withAnswers(body: LoginBody, { confirmBusiness, asStaff }: LoginAnswers): LoginBody {
  if (asStaff) return { ...body, intent: 'customer' };
  return confirmBusiness ? { ...body, confirmBusiness } : body;
}

function BusinessConfirmation(props: {
  form: Pick<AccountFormState<never>, 'failure' | 'dismiss' | 'submit'>;
  answers: LoginAnswers;
}) {
  const { failure, dismiss, submit } = props.form;
  const answer = (name: keyof LoginAnswers) => () => {
    props.answers[name] = true;
    submit();
  };
  return (
    <BusinessDialog
      open={needsBusiness(failure)}
      onOpenBusiness={answer('confirmBusiness')}
      onContinueAsStaff={answer('asStaff')}
      onClose={dismiss}
    />
  );
}

function CodeStep(props: {
  credentials: CallBody<typeof calls.login>;
  answers: LoginAnswers;
  onSuccess: () => void;
  onBack: () => void;
}) {
  const { t } = useAccountPage();
  const [kind, setKind] = useState<'authenticator' | 'recovery'>('authenticator');
  const isAuthenticator = kind === 'authenticator';
  const form = useAccountForm({
    fields: { oneTimeCode: 'required' },
    send: ({ oneTimeCode }) =>
      withSessionCookie(
        signInCalls.login(withAnswers({ ...props.credentials, oneTimeCode: oneTimeCode.trim() }, props.answers)),
      ),
    refusals: { WRONG_ONE_TIME_CODE: 'oneTimeCode' },
    onSuccess: props.onSuccess,
  });
  const back = useEffectEvent(props.onBack);
  // An entry of the browser's history: Back leads to the first step.
  useEffect(() => {
    const onPop = () => back();
    history.pushState(history.state, '');
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  return (
    <>
      <AccountForm form={form} submitLabel={t('login.submit')}>
        <AccountField
          key={kind}
          form={form}
          name="oneTimeCode"
          label={t(`code.${kind}`)}
          help={t(`code.${kind}Help`)}
          autoComplete="one-time-code"
          autoFocus
          {...oneTimeCodeInput(isAuthenticator)}
        />
      </AccountForm>
      <button
        type="button"
        className="text-button"
        onClick={() => {
          form.reset();
          setKind(isAuthenticator ? 'recovery' : 'authenticator');
        }}
      >
        {t(isAuthenticator ? 'code.useRecovery' : 'code.useAuthenticator')}
      </button>
      {!isAuthenticator && <p className="small">{t('code.noCodes')}</p>}
      <button type="button" className="text-button plain" onClick={() => history.back()}>
        {t('code.back')}
      </button>
      <BusinessConfirmation form={form} answers={props.answers} />
    </>
  );
}

/** A tap logs in to one of the accounts of a demo. */
function DemoAccounts(props: {
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

const TEXT_OF_ERROR = {
  account_not_linked: 'provider.notLinked',
  email_missing: 'provider.emailMissing',
  UNAVAILABLE: 'provider.unavailable',
  TOO_MANY_REQUESTS: 'provider.tooMany',
} as const;

/** Says why the installation's OpenID Connect provider did not log the person in. @param props.error its code in the address */
function ProviderError({ error }: { error: string }) {
  const { t } = useAccountPage();
  return <Alert severity="error">{t(TEXT_OF_ERROR[error as keyof typeof TEXT_OF_ERROR] ?? 'provider.failed')}</Alert>;
}

/** Leads to that provider, which also opens accounts: one that was opened with a password cannot sign in there later. */
export function ProviderLink({ intent, destination }: { intent: LoginIntent | null; destination: string }) {
  const { t } = useAccountPage();
  return (
    <a className="button quiet large" href={providerLogin(intent, destination)}>
      {t('provider.submit')}
    </a>
  );
}

/** Sign-in with that provider. */
function ProviderSignIn(props: {
  intent: LoginIntent | null;
  destination: string;
  businessRequired: boolean;
  forgetError: () => void;
}) {
  const { intent, destination, businessRequired } = props;
  return (
    <>
      <ProviderLink {...{ intent, destination }} />
      <BusinessDialog
        open={businessRequired}
        onOpenBusiness={() => window.location.assign(`${providerLogin(intent, destination)}&confirmBusiness=true`)}
        onContinueAsStaff={() => {
          saveSignInDestination(STAFF_SCREEN);
          window.location.assign(providerLogin('customer', STAFF_SCREEN));
        }}
        onClose={props.forgetError}
      />
    </>
  );
}

const providerLogin = (intent: LoginIntent | null, returnTo: string) =>
  `/api/login/oidc?${new URLSearchParams({ ...(intent && { intent }), returnTo })}`;

/** For a person who is signed in and needs another role: no second login. */
function ContinueAs(props: { email: string; role: 'customer' | 'distributor'; onSuccess: () => void }) {
  const { t } = useAccountPage();
  const { email, role } = props;
  const take = useAction(() => signInCalls.switchRole(role), props.onSuccess);
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

export function LoginPage() {
  const { t, language } = useAccountPage();
  const { chosen, setIntent, isInvited, search, destination, proceed, query, forgetError } = useAccountQuery();
  const hasProvider = useSignInMethods().methods?.provider;
  const error = query.get('error');
  const businessRequired = error === 'BUSINESS_CONFIRMATION_REQUIRED';
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
      withSessionCookie(signInCalls.login(withAnswers({ email: email.trim(), password, intent }, answers))),
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
          {/* At the top: below the form it is out of sight on a phone. */}
          {hasProvider && error && !businessRequired && <ProviderError error={error} />}
          {user && (chosen === 'customer' || chosen === 'distributor') && !isStaff && (
            <ContinueAs email={user.email} role={chosen} onSuccess={() => proceed()} />
          )}
          <AccountForm form={form} submitLabel={t('login.submit')}>
            {!isInvited && <IntentChoice value={chosen} onChange={setIntent} />}
            <EmailField form={form} />
            <AccountField
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
          {hasProvider && <ProviderSignIn intent={chosen} {...{ destination, businessRequired, forgetError }} />}
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
