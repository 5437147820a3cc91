import { Alert, Button, Link, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router-dom';
import { AccountFrame } from '../../components/account-frame.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { isRefusal } from '../../lib/api-error.ts';
import { useAuth } from '../../lib/auth.tsx';
import { demoAccounts } from '../../lib/brand.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { AccountForm } from './account-form.tsx';
import { BusinessConfirmation } from './business-confirmation.tsx';
import { EmailField } from './email-field.tsx';
import { IntentChoice } from './intent-choice.tsx';
import { type LoginAnswers, withAnswers } from './login-answers.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { withSessionCookie } from './session-cookie.ts';
import { STAFF_LOGIN, STAFF_SCREEN } from './staff-screen.ts';
import { takeLastRole } from './take-last-role.ts';
import { useAccountQuery } from './use-account-query.ts';

const CodeStep = lazy(() => import('./code-step.tsx'));
const ContinueAs = lazy(() => import('./continue-as.tsx'));
const DemoAccounts = lazy(() => import('./demo-accounts.tsx'));

export default function LoginPage() {
  const { t } = useTranslation('accounts');
  const { chosen, setIntent, search, destination, proceed } = useAccountQuery();
  const { user } = useAuth();
  const [demo] = useState(demoAccounts);
  const intent = chosen ?? undefined;
  const isStaff = destination === STAFF_SCREEN;
  const [answers] = useState<LoginAnswers>({});
  const finish = async () => {
    if (chosen === null && !answers.asStaff) await takeLastRole();
    proceed(answers.asStaff ? STAFF_SCREEN : undefined);
  };
  const form = useForm({
    fields: { email: 'text', password: 'secret' },
    initial: { email: '', password: '' },
    call: calls.login,
    body: (values) => withAnswers({ ...values, intent }, answers),
    send: (request) => withSessionCookie(callApi(calls.login, request)),
    onSuccess: finish,
  });
  const isCodeStep = isRefusal(form.failure, 'SECOND_FACTOR_REQUIRED');
  return (
    <AccountFrame
      title={t('login.title')}
      subtitle={t(
        isCodeStep
          ? 'code.subtitle'
          : isStaff
            ? 'login.subtitle_staff'
            : chosen
              ? `login.subtitle_${chosen}`
              : 'login.subtitle',
      )}
    >
      {isCodeStep ? (
        <Suspense fallback={null}>
          <CodeStep
            credentials={{ ...form.values, intent }}
            answers={answers}
            onSuccess={finish}
            onBack={form.dismiss}
          />
        </Suspense>
      ) : (
        <Stack spacing={2.5}>
          {user && (chosen === 'customer' || chosen === 'distributor') && !isStaff && (
            <Suspense fallback={null}>
              <ContinueAs email={user.email} role={chosen} onSuccess={() => proceed()} />
            </Suspense>
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
          <Suspense fallback={null}>{demo && <DemoAccounts demo={demo} form={form} />}</Suspense>
          <Button component={RouterLink} to="/forgot-password">
            {t('login.forgot')}
          </Button>
          <ProviderSignIn intent={chosen} destination={destination} />
          <Alert severity="info" role="note" icon={false} sx={{ justifyContent: 'center' }}>
            {t('login.noAccount')}{' '}
            <Link component={RouterLink} to={`/register${search}`}>
              {t('login.register')}
            </Link>
          </Alert>
          {!isStaff && chosen === 'business' && (
            <Typography variant="body2" sx={{ textAlign: 'center' }}>
              {t('staff.hint')}{' '}
              <Link component={RouterLink} to={STAFF_LOGIN}>
                {t('staff.login')}
              </Link>
            </Typography>
          )}
        </Stack>
      )}
      <BusinessConfirmation form={form} answers={answers} />
    </AccountFrame>
  );
}
