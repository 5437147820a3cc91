import { PASSWORD_LENGTH } from '@perktree/contracts/account/password-length';
import { invitationPageOf } from '@perktree/contracts/account/return-to';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../lib/api-error.ts';
import { copyText } from '../../lib/clipboard.ts';
import { signInCalls, withSessionCookie } from './account-calls.ts';
import {
  AccountField,
  AccountForm,
  AccountFrame,
  Alert,
  EmailField,
  IntentChoice,
  PendingButton,
  useAccountPage,
  useAction,
} from './account-form.tsx';
import { ProviderLink } from './login-page.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAccountQuery, useSignInMethods } from './use-account-query.ts';

/** Opened by the link of a verification mail. */
export function VerifyEmailPage() {
  const { t } = useAccountPage();
  return (
    <TokenPage
      textOf={(name) => t(`verify.${name}`)}
      call={(token) => signInCalls.verifyEmail({ token })}
      isUsedUp={false}
      done={(_, invitation) => (
        <>
          <Alert severity="success">{t('verify.done')}</Alert>
          {invitation === null ? (
            <ToAccount className="button large" />
          ) : (
            <a className="button large" href={invitation}>
              {t('verify.invitation')}
            </a>
          )}
        </>
      )}
      failed={<ToAccount className="text-button" />}
    />
  );
}

/** Opened by the unsubscribe link of a digest. */
export function UnsubscribePage() {
  const { t } = useAccountPage();
  return (
    <TokenPage
      textOf={(name) => t(`unsubscribe.${name}`)}
      call={signInCalls.unsubscribe}
      isUsedUp={false}
      done={() => <Alert severity="success">{t('unsubscribe.done')}</Alert>}
      failed={<ToAccount className="text-button" />}
    />
  );
}

/** Without a session, the account asks for a login first. */
function ToAccount({ className }: { className: string }) {
  const { t } = useAccountPage();
  return (
    <a className={className} href="/account">
      {t('verify.account')}
    </a>
  );
}

/** The token of the address is used up: it leaves the history. */
const forgetHash = () =>
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);

/** What the link of a mail has after `#`, in parts: a token, then the page of an invitation to come back to, if any. */
const hashParts = () => window.location.hash.slice(1).split('/');
const invitationIn = (parts: readonly string[]) => invitationPageOf(`/${parts.join('/')}`);

/**
 * The page of a link with its token after `#`, which browsers do not send to the server. A button uses the token, so that mail
 * scanners that open links do not.
 * @param props.isUsedUp whether the link works only once: then its token is removed from the history
 */
function TokenPage<Answer>(props: {
  textOf: (name: 'title' | 'subtitle' | 'invalid' | 'submit') => string;
  call: (token: string) => Promise<Answer>;
  isUsedUp: boolean;
  done: (answer: Answer, invitation: string | null) => ReactNode;
  /** Beside the reason. */
  failed?: ReactNode;
}) {
  const { textOf } = props;
  const [[token = '', ...rest]] = useState(hashParts);
  const use = useAction(
    () => props.call(token),
    () => props.isUsedUp && forgetHash(),
  );
  return (
    <AccountFrame title={textOf('title')} subtitle={textOf('subtitle')}>
      {token === '' && <Alert severity="error">{textOf('invalid')}</Alert>}
      {use.error !== undefined && <Alert severity="error">{errorText(use.error)}</Alert>}
      {use.isDone && props.done(use.answer as Answer, invitationIn(rest))}
      {token !== '' && !use.isDone && (
        <PendingButton pending={use.isPending} onClick={use.run}>
          {textOf('submit')}
        </PendingButton>
      )}
      {(token === '' || use.error !== undefined) && props.failed}
    </AccountFrame>
  );
}

/** Opened on the device by the pairing QR code. Gets the device's API key. */
export function PairDevicePage() {
  const { t } = useAccountPage();
  return (
    <TokenPage
      textOf={(name) => t(`device.${name}`)}
      call={signInCalls.acceptDevicePairing}
      isUsedUp
      done={({ key, siteId }) => (
        <>
          <Alert severity="success">{t('device.paired')}</Alert>
          <CopiedKey value={key} />
          <p className="small long-word">
            {t('device.site')}: {siteId}
          </p>
        </>
      )}
    />
  );
}

function CopiedKey({ value }: { value: string }) {
  const { t } = useAccountPage();
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  const copy = () =>
    copyText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('copyFailed'),
    );
  return (
    <>
      <code className="long-word">{value}</code>
      <button type="button" className="button quiet" onClick={() => void copy()}>
        {t('device.copy')}
      </button>
      <p role="status" className="small">
        {outcome && t(`device.${outcome}`)}
      </p>
    </>
  );
}

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
  const [[token = '', ...rest]] = useState(hashParts);
  const email = decoded(rest.at(-1) ?? '');
  const invitation = invitationIn(rest.slice(0, -1));
  const query = invitation === null ? search : `?${new URLSearchParams({ returnTo: invitation })}`;
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
          <a className="button large" href={`/login${query}`}>
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
            help={t('field.passwordHelp', { least: PASSWORD_LENGTH.min })}
            type="password"
            autoComplete="new-password"
            required
          />
        </AccountForm>
      )}
      {!form.done && (
        <a className="text-button" href={`/forgot-password${query}`}>
          {t('login.forgot')}
        </a>
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

export function RegisterPage() {
  const { t } = useAccountPage();
  const { intent, setIntent, isInvited, destination, search, returning, proceed } = useAccountQuery();
  const hasProvider = useSignInMethods().methods?.provider;
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
    <AccountFrame title={t('register.title')} subtitle={t(`register.subtitle_${isInvited ? 'invited' : intent}`)}>
      <AccountForm form={form} submitLabel={t('register.submit')}>
        {!isInvited && <IntentChoice value={intent} onChange={setIntent} />}
        <div className="field-row">
          <AccountField form={form} name="firstName" label={t('field.firstName')} autoComplete="given-name" />
          <AccountField form={form} name="lastName" label={t('field.lastName')} autoComplete="family-name" />
        </div>
        <EmailField form={form} />
        <AccountField
          form={form}
          name="password"
          label={t('field.password')}
          help={t('field.passwordHelp', { least: PASSWORD_LENGTH.min })}
          type="password"
          autoComplete="new-password"
          required
        />
      </AccountForm>
      {hasProvider && <ProviderLink intent={isInvited ? null : intent} destination={destination} />}
      <div role="note" className="alert info centered">
        {t('register.haveAccount')} <a href={`/login${search}`}>{t('register.login')}</a>
      </div>
    </AccountFrame>
  );
}
