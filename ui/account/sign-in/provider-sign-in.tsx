import type { LoginIntent } from '@perktree/contracts/account/calls';
import { Alert } from '../../kit/public/alert.tsx';
import { saveSignInDestination } from '../../lib/sign-in-destination.ts';
import { useAccountPage } from './account-context.ts';
import { BusinessDialog } from './business-dialog.tsx';
import { STAFF_SCREEN } from './staff-screen.ts';
import { useSignInMethods } from './use-sign-in-methods.ts';

const TEXT_OF_ERROR = {
  account_not_linked: 'provider.notLinked',
  email_missing: 'provider.emailMissing',
  UNAVAILABLE: 'provider.unavailable',
  TOO_MANY_REQUESTS: 'provider.tooMany',
} as const;

/** Sign-in with the installation's OpenID Connect provider. Renders nothing if none is configured. */
export function ProviderSignIn(props: {
  intent: LoginIntent | null;
  destination: string;
  /** The provider redirects back with an error code. */
  error: string | null;
  forgetError: () => void;
}) {
  const { t } = useAccountPage();
  const { methods } = useSignInMethods();
  const { error } = props;
  if (!methods?.provider) return null;
  const businessRequired = error === 'BUSINESS_CONFIRMATION_REQUIRED';
  const href = providerLogin(props.intent, props.destination);
  return (
    <>
      {error && !businessRequired && (
        <Alert severity="error">{t(TEXT_OF_ERROR[error as keyof typeof TEXT_OF_ERROR] ?? 'provider.failed')}</Alert>
      )}
      <a className="button quiet large" href={href}>
        {t('provider.submit')}
      </a>
      <BusinessDialog
        open={businessRequired}
        onOpenBusiness={() => window.location.assign(`${href}&confirmBusiness=true`)}
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
