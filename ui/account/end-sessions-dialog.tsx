import { Alert, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../kit/form/check-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { errorText } from '../lib/api-error.ts';
import { useAuth } from '../lib/auth.tsx';
import { useForm } from '../lib/forms/use-form.ts';
import { useToast } from '../lib/toast.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

/** Requires the password, so that a person who finds an open session cannot end its owner's other sessions. */
export function EndSessionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const { allRoles } = useAuth();
  const form = useForm({
    fields: { currentPassword: 'secret', revokeAccess: 'flag' },
    initial: { currentPassword: '', revokeAccess: false },
    call: calls.endOtherSessions,
    // Accounts without a password leave it out.
    body: ({ currentPassword, revokeAccess }) => ({
      ...(currentPassword !== '' && { currentPassword }),
      ...(revokeAccess && { revokeAccess }),
    }),
    refusals: { WRONG_CREDENTIALS: ['currentPassword', t('password.wrong')] },
    onSuccess: () => {
      toast({ title: t('sessions.done') });
      onClose();
    },
  });
  return (
    <FormDialog title={t('sessions.button')} submitLabel={t('sessions.submit')} form={form} onClose={onClose}>
      <Stack spacing={2}>
        <CurrentPasswordField
          form={form}
          name="currentPassword"
          label={t('sessions.password')}
          helperText={t('sessions.passwordHelp')}
        />
        {allRoles.includes('site_owner') && (
          <CheckField
            label={t('sessions.revoke')}
            checked={form.typed.revokeAccess}
            onChange={(isChosen) => form.change('revokeAccess', isChosen)}
          />
        )}
        {form.failure && <Alert severity="error">{`${t('sessions.failed')}: ${errorText(form.failure)}`}</Alert>}
      </Stack>
    </FormDialog>
  );
}
