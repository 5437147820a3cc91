import { Alert, Button, Link, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router-dom';
import { AccountFrame } from '../../components/account-frame.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { AccountProblem } from './account-problem.tsx';
import { EmailField } from './email-field.tsx';
import { IntentChoice } from './intent-choice.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { withSessionCookie } from './session-cookie.ts';
import { useAccountQuery } from './use-account-query.ts';

export default function RegisterPage() {
  const { t } = useTranslation('accounts');
  const { intent, setIntent, search, proceed } = useAccountQuery();
  const form = useForm({
    fields: { firstName: 'text', lastName: 'text', email: 'text', password: 'secret' },
    initial: { firstName: '', lastName: '', email: '', password: '' },
    call: calls.register,
    body: ({ firstName, lastName, email, password }) => ({
      ...{ email, password, intent },
      ...(firstName ? { firstName } : {}),
      ...(lastName ? { lastName } : {}),
    }),
    send: (request) => withSessionCookie(callApi(calls.register, request)),
    onSuccess: () => proceed(),
  });
  return (
    <AccountFrame title={t('register.title')} subtitle={t(`register.subtitle_${intent}`)}>
      <form ref={form.ref} onSubmit={form.submit} noValidate>
        <Stack spacing={2.5}>
          <IntentChoice value={intent} onChange={setIntent} />
          {form.failure && <AccountProblem error={form.failure} />}
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
            <FormField form={form} name="firstName" label={t('field.firstName')} autoComplete="given-name" />
            <FormField form={form} name="lastName" label={t('field.lastName')} autoComplete="family-name" />
          </Stack>
          <EmailField form={form} />
          <NewPasswordField form={form} name="password" label={t('field.password')} />
          <Button type="submit" variant="contained" size="large" loading={form.pending || form.done}>
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
