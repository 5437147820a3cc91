import { Alert, Button, Link, Stack, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router-dom';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { AccountFrame } from './account-frame.tsx';
import { AccountProblem } from './account-problem.tsx';
import { IntentChoice } from './intent-choice.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useAccountQuery } from './use-account-query.ts';

// Fetched when an account asks for it.
const CodeStep = lazy(() => import('./code-step.tsx'));

/** What comes besides e-mail and password, once the server has asked for it. */
interface Answers {
  readonly confirmBusiness?: true;
  readonly oneTimeCode?: string;
}

export default function LoginPage() {
  const { t } = useTranslation('accounts');
  const { intent, setIntent, search, destination, goOn } = useAccountQuery();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [asksForCode, setAsksForCode] = useState(false);
  const signIn = useMutation({
    mutationFn: (answers: Answers) =>
      callApi(calls.login, { body: { email: email.trim(), password, intent, ...answers } }),
    onSuccess: goOn,
    onError: (error) => {
      if (isRefusal(error, 'SECOND_FACTOR_REQUIRED')) setAsksForCode(true);
    },
  });
  // An account that is no business account yet is asked first (domain.md 2).
  const asksForBusiness = isRefusal(signIn.error, 'BUSINESS_CONFIRMATION_REQUIRED') ? signIn.error : null;
  const problem = asksForBusiness || isRefusal(signIn.error, 'SECOND_FACTOR_REQUIRED') ? null : signIn.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate({});
  };

  return (
    <AccountFrame title={t('login.title')} subtitle={t(asksForCode ? 'code.subtitle' : `login.subtitle_${intent}`)}>
      {asksForCode ? (
        <Suspense fallback={null}>
          <CodeStep
            error={problem}
            pending={signIn.isPending || signIn.isSuccess}
            onSubmit={(oneTimeCode) => signIn.mutate({ oneTimeCode })}
            onBack={() => {
              setAsksForCode(false);
              signIn.reset();
            }}
          />
        </Suspense>
      ) : (
        <form onSubmit={submit}>
          <Stack spacing={2.5}>
            <IntentChoice value={intent} onChange={setIntent} />
            {problem && <AccountProblem error={problem} />}
            <TextField
              label={t('field.email')}
              type="email"
              name="email"
              autoComplete="username"
              required
              value={email}
              onChange={(e) => setEmail(e.target.value)}
            />
            <TextField
              label={t('field.password')}
              type="password"
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(e) => setPassword(e.target.value)}
            />
            <Button type="submit" variant="contained" size="large" loading={signIn.isPending || signIn.isSuccess}>
              {t('login.submit')}
            </Button>
            <ProviderSignIn intent={intent} destination={destination} />
            <Alert severity="info" role="note" icon={false} sx={{ justifyContent: 'center' }}>
              {t('login.noAccount')}{' '}
              <Link component={RouterLink} to={`/register${search}`}>
                {t('login.register')}
              </Link>
            </Alert>
          </Stack>
        </form>
      )}
      <ConfirmDialog
        open={asksForBusiness !== null}
        title={t('business.title')}
        confirmLabel={t('business.confirm')}
        pending={signIn.isPending}
        onConfirm={() => signIn.mutate({ ...signIn.variables, confirmBusiness: true })}
        onClose={() => signIn.reset()}
      >
        {asksForBusiness?.serverMessage}
      </ConfirmDialog>
    </AccountFrame>
  );
}

function isRefusal(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}
