import { Alert, Checkbox, FormControlLabel, Stack, TextField, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { forgetDeviceCopy } from '../../lib/device-copy.ts';
import { clearNotifications } from '../../lib/notification-history.ts';
import { EMPTY_FORM, type EraseForm, eraseBody, eraseProblem } from './erase-problem.ts';
import { ProblemNotice } from './problem-notice.tsx';

/** Says what goes and what stays, asks for the password, and leaves for the landing page when the account is gone. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const [form, setForm] = useState(EMPTY_FORM);
  /** Stays asked once the server has said that there is a business. */
  const [ownsBusiness, setOwnsBusiness] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const erase = useMutation({
    mutationFn: () => callApi(calls.eraseAccount, { body: eraseBody(form) }),
    // A navigation: signed out, nothing of the account is left on any screen.
    onSuccess: () => {
      clearNotifications();
      forgetDeviceCopy();
      window.location.assign('/');
    },
    onError: (error) => {
      const met = eraseProblem(error);
      if (met === 'business') setOwnsBusiness(true);
      if (met === 'password') passwordField.current?.focus();
    },
  });
  const problem = erase.isError ? eraseProblem(erase.error) : null;
  const change = (part: Partial<EraseForm>) => {
    setForm({ ...form, ...part });
    if (problem !== 'business') erase.reset();
  };
  const ready = form.understood && (!ownsBusiness || form.closeBusiness);
  return (
    <FormDialog
      open
      title={t('delete.title')}
      submitLabel={t('delete.submit')}
      destructive
      // Also while the landing page is on its way.
      pending={erase.isPending || erase.isSuccess}
      submitDisabled={!ready}
      onSubmit={erase.mutate}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <Alert severity="warning">{t('delete.final')}</Alert>
        <Typography variant="body2">{t('delete.goes')}</Typography>
        <Typography variant="body2">{t('delete.stays')}</Typography>
        <TextField
          label={t('delete.password')}
          type="password"
          autoComplete="current-password"
          inputRef={passwordField}
          value={form.password}
          error={problem === 'password'}
          helperText={t(problem === 'password' ? 'delete.problem.password' : 'delete.passwordHelp')}
          onChange={(event) => change({ password: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        {problem !== null && problem !== 'password' && <ProblemNotice problem={problem} error={erase.error} />}
        {ownsBusiness && (
          <Agreement
            label={t('delete.closeBusiness')}
            checked={form.closeBusiness}
            onChange={(closeBusiness) => change({ closeBusiness })}
          />
        )}
        <Agreement
          label={t('delete.understood')}
          checked={form.understood}
          onChange={(understood) => change({ understood })}
        />
      </Stack>
    </FormDialog>
  );
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
