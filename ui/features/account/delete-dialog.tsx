import { Alert, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/form/form-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { forgetDeviceCopy } from '../../lib/device-copy.ts';
import { formatMoney } from '../../lib/format.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { clearNotifications } from '../../lib/notification-history.ts';
import { useApi } from '../../lib/use-api.ts';
import { eraseProblem } from './erase-problem.ts';
import { ProblemNotice } from './problem-notice.tsx';

/** Says what goes and what stays, asks for the password, and leaves for the landing page when the account is gone. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  /** Stays asked once the server has said that there is a business. */
  const [ownsBusiness, setOwnsBusiness] = useState(false);
  const form = useForm({
    fields: { password: 'secret', understood: 'flag', closeBusiness: 'flag' },
    initial: { password: '', understood: false, closeBusiness: false },
    call: calls.eraseAccount,
    // No password for an account that has none, and `closeBusiness` only where it was asked for.
    body: ({ password, closeBusiness }) => ({
      ...(password === '' ? {} : { password }),
      ...(closeBusiness ? { closeBusiness } : {}),
    }),
    send: (body) => callApi(calls.eraseAccount, { body }),
    refusals: { WRONG_CREDENTIALS: ['password', t('delete.problem.password')] },
    // A navigation: signed out, nothing of the account is left on any screen.
    onSuccess: () => {
      clearNotifications();
      forgetDeviceCopy();
      window.location.assign('/');
    },
    onError: (error) => {
      if (eraseProblem(error) === 'business') setOwnsBusiness(true);
    },
  });
  const { understood, closeBusiness } = form.typed;
  return (
    <FormDialog
      open
      title={t('delete.title')}
      submitLabel={t('delete.submit')}
      destructive
      // Also while the landing page is on its way.
      form={{ ...form, pending: form.pending || form.done }}
      submitDisabled={!understood || (ownsBusiness && !closeBusiness)}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <Alert severity="warning">{t('delete.final')}</Alert>
        <Typography variant="body2">{t('delete.goes')}</Typography>
        <Typography variant="body2">{t('delete.stays')}</Typography>
        <OpenBalance />
        <FormField
          form={form}
          name="password"
          label={t('delete.password')}
          type="password"
          autoComplete="current-password"
          helperText={t('delete.passwordHelp')}
        />
        {form.failure && <ProblemNotice error={form.failure} />}
        {/* Agreeing to it clears the refusal that asked for it. */}
        {ownsBusiness && form.failure === null && <Alert severity="warning">{t('delete.problem.business')}</Alert>}
        {ownsBusiness && (
          <Agreement
            label={t('delete.closeBusiness')}
            checked={closeBusiness}
            onChange={(agreed) => form.change('closeBusiness', agreed)}
          />
        )}
        <Agreement
          label={t('delete.understood')}
          checked={understood}
          onChange={(agreed) => form.change('understood', agreed)}
        />
      </Stack>
    </FormDialog>
  );
}

/** What sites still owe the person; nothing while that is zero. */
function OpenBalance() {
  const { t, i18n } = useTranslation('account');
  const balance = useApi(calls.openBalance, {}, { staleTime: 0 });
  const owed = balance.data?.totals.map((sum) => formatMoney(sum.owed, sum.currency, i18n.language)) ?? [];
  if (owed.length === 0) return null;
  return <Alert severity="warning">{t('delete.openBalance', { amounts: owed.join(', ') })}</Alert>;
}

function Agreement(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <FormControlLabel
      control={<Checkbox checked={props.checked} onChange={(_, checked) => props.onChange(checked)} />}
      label={props.label}
      sx={{ minHeight: 44 }}
    />
  );
}
