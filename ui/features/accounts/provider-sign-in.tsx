import { Alert, Button } from '@mui/material';
import type { LoginIntent } from '@perktree/contracts/http/accounts';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { saveSignInDestination } from '../../lib/sign-in-destination.ts';
import { useApi } from '../../lib/use-api.ts';
import { withParameters } from '../../lib/with-parameters.ts';
import { BusinessDialog } from './business-dialog.tsx';
import { STAFF_SCREEN } from './staff-screen.ts';

const TEXT_OF_ERROR: Readonly<Record<string, string>> = {
  account_not_linked: 'provider.notLinked',
  email_missing: 'provider.emailMissing',
  UNAVAILABLE: 'provider.unavailable',
  TOO_MANY_REQUESTS: 'provider.tooMany',
};

/** Sign-in with the installation's OpenID Connect provider. Renders nothing if none is configured. */
export function ProviderSignIn({ intent, destination }: { intent: LoginIntent | null; destination: string }) {
  const { t } = useTranslation('accounts');
  const [query, setQuery] = useSearchParams();
  const methods = useApi(calls.signInMethods, {});
  if (!methods.data?.provider) return null;
  // The provider redirects back with an error code.
  const error = query.get('error');
  const businessRequired = error === 'BUSINESS_CONFIRMATION_REQUIRED';
  const href = providerLogin(intent, destination);
  const forgetError = () =>
    setQuery(withParameters(query, { error: null, error_description: null }), { replace: true });

  return (
    <>
      {error && !businessRequired && <Alert severity="error">{t(TEXT_OF_ERROR[error] ?? 'provider.failed')}</Alert>}
      <Button component="a" href={href} variant="outlined" size="large">
        {t('provider.submit')}
      </Button>
      <BusinessDialog
        open={businessRequired}
        pending={false}
        onOpenBusiness={() => window.location.assign(`${href}&confirmBusiness=true`)}
        onContinueAsStaff={() => {
          saveSignInDestination(STAFF_SCREEN);
          window.location.assign(providerLogin('customer', STAFF_SCREEN));
        }}
        onClose={forgetError}
      />
    </>
  );
}

const providerLogin = (intent: LoginIntent | null, returnTo: string) =>
  `/api/login/oidc?${new URLSearchParams({ ...(intent && { intent }), returnTo })}`;
