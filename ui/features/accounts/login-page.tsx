import { Alert, Button, Link, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router-dom';
import { FormField } from '../../components/form/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { isRefusal } from '../../lib/api-error.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { AccountFrame } from './account-frame.tsx';
import { AccountProblem } from './account-problem.tsx';
import { BusinessConfirmation, needsBusiness } from './business-confirmation.tsx';
import { EmailField } from './email-field.tsx';
import { IntentChoice } from './intent-choice.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { useAccountQuery } from './use-account-query.ts';

// Fetched when an account asks for it.
const CodeStep = lazy(() => import('./code-step.tsx'));

const needsCode = (error: unknown) => isRefusal(error, 'SECOND_FACTOR_REQUIRED');

export default function LoginPage() {
  const { t } = useTranslation('accounts');
  const { intent, setIntent, search, destination, goOn } = useAccountQuery();
  const [answers] = useState<{ confirmBusiness?: true }>({});
  const form = useForm({
    fields: { email: 'text', password: 'secret' },
    initial: { email: '', password: '' },
    call: calls.login,
    body: (values) => ({ ...values, intent, ...answers }),
    send: (body) => callApi(calls.login, { body }),
    onSuccess: goOn,
  });
  const { failure } = form;
  return (
    <AccountFrame
      title={t('login.title')}
      subtitle={t(needsCode(failure) ? 'code.subtitle' : `login.subtitle_${intent}`)}
    >
      {needsCode(failure) ? (
        <Suspense fallback={null}>
          <CodeStep credentials={{ ...form.values, intent, ...answers }} onSuccess={goOn} onBack={form.dismiss} />
        </Suspense>
      ) : (
        <form ref={form.ref} onSubmit={form.submit} noValidate>
          <Stack spacing={2.5}>
            <IntentChoice value={intent} onChange={setIntent} />
            {failure && !needsBusiness(failure) && <AccountProblem error={failure} />}
            <EmailField form={form} />
            <FormField
              form={form}
              name="password"
              label={t('field.password')}
              type="password"
              autoComplete="current-password"
              required
            />
            <Button type="submit" variant="contained" size="large" loading={form.pending || form.done}>
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
      <BusinessConfirmation
        form={form}
        onConfirm={() => {
          answers.confirmBusiness = true;
          form.submit();
        }}
      />
    </AccountFrame>
  );
}
