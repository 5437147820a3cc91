import { Alert, Button, Link, Stack, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
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

export default function LoginPage() {
  const { t } = useTranslation('accounts');
  const { intent, setIntent, search, destination, goOn } = useAccountQuery();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: (confirmBusiness: boolean) =>
      callApi(calls.login, {
        body: { email: email.trim(), password, intent, ...(confirmBusiness ? { confirmBusiness } : {}) },
      }),
    onSuccess: goOn,
  });
  // An account that is no business account yet is asked first (domain.md 2).
  const asksForBusiness =
    signIn.error instanceof ApiError && signIn.error.code === 'BUSINESS_CONFIRMATION_REQUIRED' ? signIn.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate(false);
  };

  return (
    <AccountFrame title={t('login.title')} subtitle={t(`login.subtitle_${intent}`)}>
      <form onSubmit={submit}>
        <Stack spacing={2.5}>
          <IntentChoice value={intent} onChange={setIntent} />
          {signIn.error && !asksForBusiness && <AccountProblem error={signIn.error} />}
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
      <ConfirmDialog
        open={asksForBusiness !== null}
        title={t('business.title')}
        confirmLabel={t('business.confirm')}
        pending={signIn.isPending}
        onConfirm={() => signIn.mutate(true)}
        onClose={() => signIn.reset()}
      >
        {asksForBusiness?.serverMessage}
      </ConfirmDialog>
    </AccountFrame>
  );
}
