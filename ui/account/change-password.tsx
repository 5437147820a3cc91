import { Alert, Button, Stack } from '@mui/material';
import { PASSWORD_LENGTH } from '@perktree/contracts/account/password-length';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../kit/form/check-field.tsx';
import { FormField } from '../kit/form/form-field.tsx';
import { Panel } from '../kit/panel.tsx';
import { errorText } from '../lib/api-error.ts';
import { useAuth } from '../lib/auth.tsx';
import { useForm } from '../lib/forms/use-form.ts';
import { RENEWED, sessionRenewal } from '../lib/session-renewal.ts';
import { useToast } from '../lib/toast.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

export function ChangePassword() {
  const { t } = useTranslation('account');
  const toast = useToast();
  const { user } = useAuth();
  const [shown, setShown] = useState(false);
  const form = useForm({
    fields: { currentPassword: 'secret', newPassword: 'secret' },
    initial: { currentPassword: '', newPassword: '' },
    call: calls.changePassword,
    body: (values) => values,
    refusals: { WRONG_CREDENTIALS: ['currentPassword', t('password.wrong')] },
    onSuccess: () => {
      sessionRenewal.dispatchEvent(new Event(RENEWED));
      form.reset();
      toast({ title: t('password.done'), description: t('password.doneText') });
    },
  });
  const type = shown ? 'text' : 'password';
  return (
    <Panel title={t('password.title')} subtitle={t('password.text')}>
      <form ref={form.ref} onSubmit={form.submit} noValidate>
        <Stack spacing={2} sx={{ maxWidth: 400, alignItems: 'flex-start' }}>
          {/* Tells password managers which account the password belongs to. */}
          <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <CurrentPasswordField form={form} name="currentPassword" label={t('password.current')} type={type} />
          <FormField
            form={form}
            name="newPassword"
            label={t('password.next')}
            type={type}
            autoComplete="new-password"
            helperText={t('password.help', { count: PASSWORD_LENGTH.least })}
          />
          <CheckField label={t('password.show')} checked={shown} onChange={setShown} />
          {form.failure && <Alert severity="error">{errorText(form.failure)}</Alert>}
          <Button type="submit" variant="contained" loading={form.pending}>
            {t('password.submit')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
