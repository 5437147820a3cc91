import { Alert, Button, Link, Stack, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router-dom';
import { callApi } from '../../lib/api.ts';
import { AccountFrame } from './account-frame.tsx';
import { AccountProblem } from './account-problem.tsx';
import { IntentChoice } from './intent-choice.tsx';
import { NewPasswordField, weakPassword } from './new-password-field.tsx';
import { useAccountQuery } from './use-account-query.ts';

export default function RegisterPage() {
  const { t } = useTranslation('accounts');
  const { intent, setIntent, search, goOn } = useAccountQuery();
  const [form, setForm] = useState({ firstName: '', lastName: '', email: '', password: '' });
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const register = useMutation({
    mutationFn: () => {
      const { firstName, lastName, email, password } = form;
      return callApi(calls.register, {
        body: {
          email: email.trim(),
          password,
          intent,
          ...(firstName.trim() ? { firstName: firstName.trim() } : {}),
          ...(lastName.trim() ? { lastName: lastName.trim() } : {}),
        },
      });
    },
    onSuccess: goOn,
  });
  const refusal = weakPassword(register.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!register.isPending) register.mutate();
  };

  return (
    <AccountFrame title={t('register.title')} subtitle={t(`register.subtitle_${intent}`)}>
      <form onSubmit={submit}>
        <Stack spacing={2.5}>
          <IntentChoice value={intent} onChange={setIntent} />
          {register.error && refusal === null && <AccountProblem error={register.error} />}
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
            <TextField
              label={t('field.firstName')}
              name="given-name"
              autoComplete="given-name"
              value={form.firstName}
              onChange={(e) => change({ firstName: e.target.value })}
            />
            <TextField
              label={t('field.lastName')}
              name="family-name"
              autoComplete="family-name"
              value={form.lastName}
              onChange={(e) => change({ lastName: e.target.value })}
            />
          </Stack>
          <TextField
            label={t('field.email')}
            type="email"
            name="email"
            autoComplete="username"
            required
            value={form.email}
            onChange={(e) => change({ email: e.target.value })}
          />
          <NewPasswordField
            label={t('field.password')}
            value={form.password}
            refusal={refusal}
            onChange={(password) => {
              change({ password });
              if (refusal !== null) register.reset();
            }}
          />
          <Button type="submit" variant="contained" size="large" loading={register.isPending || register.isSuccess}>
            {t('register.submit')}
          </Button>
          <Alert severity="info" role="note" icon={false} sx={{ justifyContent: 'center' }}>
            {t('register.haveAccount')}{' '}
            <Link component={RouterLink} to={`/login${search}`}>
              {t('register.login')}
            </Link>
          </Alert>
        </Stack>
      </form>
    </AccountFrame>
  );
}
