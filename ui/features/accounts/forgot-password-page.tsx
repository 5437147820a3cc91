import { Alert, Button, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router-dom';
import { AccountFrame } from '../../components/account-frame.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useApi } from '../../lib/use-api.ts';
import { AccountForm } from './account-form.tsx';
import { EmailField } from './email-field.tsx';

/** The answer is the same for known and unknown addresses, so the page never says which it is. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation('accounts');
  const methods = useApi(calls.signInMethods, {});
  const form = useForm({
    fields: { email: 'text' },
    initial: { email: '' },
    call: calls.forgotPassword,
    body: (values) => values,
  });
  return (
    <AccountFrame title={t('forgot.title')} subtitle={t('forgot.subtitle')}>
      <Stack spacing={2.5}>
        {form.done ? (
          <Alert severity="success" role="status">
            {t('forgot.done')}
          </Alert>
        ) : (
          <QueryView query={methods}>
            {({ mail }) =>
              mail ? (
                <AccountForm form={form} submitLabel={t('forgot.submit')}>
                  <EmailField form={form} />
                </AccountForm>
              ) : (
                <Alert severity="info">{t('forgot.noMail')}</Alert>
              )
            }
          </QueryView>
        )}
        <Button component={RouterLink} to="/login">
          {t('forgot.back')}
        </Button>
      </Stack>
    </AccountFrame>
  );
}
