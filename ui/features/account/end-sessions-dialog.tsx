import { Alert, Stack, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { PASSWORD_LENGTH } from '@perktree/contracts/password-length';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.tsx';
import { problemOf } from './password-problem.ts';

/** Asks for the password, so that nobody who found a session open puts its owner out of the others. */
export function EndSessionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const end = useMutation({
    // None at all for who has none.
    mutationFn: () => callApi(calls.endOtherSessions, { body: password === '' ? {} : { currentPassword: password } }),
    onSuccess: () => {
      toast({ title: t('sessions.done') });
      onClose();
    },
    onError: (error) => {
      if (problemOf(error) === 'wrong') field.current?.focus();
    },
  });
  const problem = end.isError ? problemOf(end.error) : null;
  const isWrong = problem === 'wrong';
  return (
    <FormDialog
      open
      title={t('sessions.button')}
      submitLabel={t('sessions.submit')}
      pending={end.isPending}
      onSubmit={end.mutate}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <TextField
          label={t('sessions.password')}
          type="password"
          autoComplete="current-password"
          inputRef={field}
          value={password}
          error={isWrong}
          helperText={t(isWrong ? 'password.problem.wrong' : 'sessions.passwordHelp')}
          onChange={(event) => {
            setPassword(event.target.value);
            end.reset();
          }}
          slotProps={{ htmlInput: { maxLength: PASSWORD_LENGTH.most } }}
        />
        {problem !== null && !isWrong && (
          <Alert severity="error">
            {problem === 'tooMany' ? t('password.problem.tooMany') : `${t('sessions.failed')}: ${errorText(end.error)}`}
          </Alert>
        )}
      </Stack>
    </FormDialog>
  );
}
