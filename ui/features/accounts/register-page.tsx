import { Alert, Link, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router-dom';
import { AccountFrame } from '../../components/account-frame.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { AccountForm } from './account-form.tsx';
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
      <Stack spacing={2.5}>
        <AccountForm form={form} submitLabel={t('register.submit')}>
          <IntentChoice value={intent} onChange={setIntent} />
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
            <FormField form={form} name="firstName" label={t('field.firstName')} autoComplete="given-name" />
            <FormField form={form} name="lastName" label={t('field.lastName')} autoComplete="family-name" />
          </Stack>
          <EmailField form={form} />
          <NewPasswordField form={form} name="password" label={t('field.password')} />
        </AccountForm>
        <Alert severity="info" role="note" icon={false} sx={{ justifyContent: 'center' }}>
          {t('register.haveAccount')}{' '}
          <Link component={RouterLink} to={`/login${search}`}>
            {t('register.login')}
          </Link>
        </Alert>
      </Stack>
    </AccountFrame>
  );
}
