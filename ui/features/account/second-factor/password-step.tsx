import { Stack, Typography } from '@mui/material';
import type { CallAnswer } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { callApi } from '../../../lib/api.ts';
import { factorProblem } from './factor-problem.ts';
import { PasswordField } from './password-field.tsx';
import { ProblemNotice } from './problem-notice.tsx';

/** Nobody who found a session open sets up a factor that its owner does not have. */
export function PasswordStep(props: {
  onBegun: (begun: CallAnswer<typeof calls.beginSecondFactor>) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const begin = useMutation({
    mutationFn: () => callApi(calls.beginSecondFactor, { body: { currentPassword: password } }),
    onSuccess: props.onBegun,
    onError: (error) => {
      if (factorProblem(error, 'password') === 'password') field.current?.focus();
    },
  });
  return (
    <FormDialog
      open
      title={t('factor.setUp')}
      submitLabel={t('factor.next')}
      pending={begin.isPending}
      onSubmit={begin.mutate}
      onClose={props.onClose}
    >
      <Stack spacing={2}>
        <Typography variant="body2">{t('factor.needed')}</Typography>
        <PasswordField
          inputRef={field}
          value={password}
          isWrong={factorProblem(begin.error, 'password') === 'password'}
          onChange={(next) => {
            setPassword(next);
            begin.reset();
          }}
        />
        <ProblemNotice error={begin.error} />
      </Stack>
    </FormDialog>
  );
}
