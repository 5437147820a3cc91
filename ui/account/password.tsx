import { Button, Stack } from '@mui/material';
import { PASSWORD_LENGTH } from '@perktree/contracts/account/password-length';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../kit/form/check-field.tsx';
import { FormDialog, FormField, type FormFieldProps } from '../kit/form/form.tsx';
import { FailureAlert, Panel } from '../kit/page.tsx';
import { useAuth } from '../lib/auth.tsx';
import type { FieldKinds } from '../lib/forms/fields.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { RENEWED, sessionRenewal } from '../lib/live-stream.ts';
import { useApi } from '../lib/use-api.ts';

/** Whether the account has a password; one without logs in with its organisation. True until it is known. */
export const useHasPassword = (): boolean => useApi(calls.secondFactor, {}).data?.state !== 'unavailable';

export function CurrentPasswordField<F extends FieldKinds>(props: FormFieldProps<F>) {
  return <FormField type="password" autoComplete="current-password" {...props} />;
}

export function ChangePassword() {
  const { t } = useTranslation('account');
  const { user } = useAuth();
  const [shown, setShown] = useState(false);
  const form = useForm({
    fields: { currentPassword: 'secret', newPassword: 'secret' },
    call: calls.changePassword,
    body: (values) => values,
    refusals: { WRONG_CREDENTIALS: ['currentPassword', t('password.wrong')] },
    done: () => ({ title: t('password.done'), description: t('password.doneText') }),
    onSuccess: () => {
      sessionRenewal.dispatchEvent(new Event(RENEWED));
      form.reset();
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
            helperText={t('password.help', { count: PASSWORD_LENGTH.min })}
          />
          <CheckField label={t('password.show')} checked={shown} onChange={setShown} />
          <FailureAlert error={form.failure} />
          <Button type="submit" variant="contained" loading={form.pending}>
            {t('password.submit')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

/** Requires the password, so that a person who finds an open session cannot end its owner's other sessions. */
export function EndSessionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { allRoles } = useAuth();
  const hasPassword = useHasPassword();
  const form = useForm({
    fields: { currentPassword: 'secret', revokeAccess: 'flag' },
    call: calls.endOtherSessions,
    // Accounts without a password leave it out.
    body: ({ currentPassword, revokeAccess }) => ({
      ...(currentPassword !== '' && { currentPassword }),
      ...(revokeAccess && { revokeAccess }),
    }),
    refusals: { WRONG_CREDENTIALS: ['currentPassword', t('password.wrong')] },
    done: () => ({ title: t('sessions.done') }),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t('sessions.button')}
      submitLabel={t('sessions.submit')}
      form={form}
      onClose={onClose}
      failed={t('sessions.failed')}
    >
      {hasPassword && (
        <CurrentPasswordField form={form} name="currentPassword" label={t('sessions.password')} autoFocus />
      )}
      {allRoles.includes('site_owner') && (
        <CheckField
          label={t('sessions.revoke')}
          checked={form.typed.revokeAccess}
          onChange={(isChosen) => form.change('revokeAccess', isChosen)}
        />
      )}
    </FormDialog>
  );
}
