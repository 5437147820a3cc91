import { Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { OneTimeCodeField } from '../../../components/one-time-code-field.tsx';
import { callApi } from '../../../lib/api.ts';
import { useToast } from '../../../lib/toast.tsx';
import { factorProblem } from './factor-problem.ts';
import { PasswordField } from './password-field.tsx';
import { ProblemNotice } from './problem-notice.tsx';

export default function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const fields = { password: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) };
  const problemOf = (error: unknown) => factorProblem(error, password === '' ? 'password' : 'code');
  const turnOff = useMutation({
    mutationFn: () => callApi(calls.turnOffSecondFactor, { body: { currentPassword: password, oneTimeCode: code } }),
    onSuccess: () => {
      toast({ title: t('factor.off') });
      onClose();
    },
    onError: (error) => {
      const problem = problemOf(error);
      if (problem === 'password' || problem === 'code') fields[problem].current?.focus();
    },
  });
  const problem = problemOf(turnOff.error);
  return (
    <FormDialog
      open
      title={t('factor.turnOff')}
      submitLabel={t('factor.turnOff')}
      destructive
      pending={turnOff.isPending}
      onSubmit={turnOff.mutate}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <Typography variant="body2">{t('factor.turnOffText')}</Typography>
        <PasswordField
          inputRef={fields.password}
          value={password}
          isWrong={problem === 'password'}
          onChange={(next) => {
            setPassword(next);
            turnOff.reset();
          }}
        />
        <OneTimeCodeField
          label={t('factor.anyCode')}
          digits={false}
          inputRef={fields.code}
          value={code}
          help={t('factor.anyCodeHelp')}
          problem={problem === 'code' ? t('factor.problem.code') : null}
          onChange={(next) => {
            setCode(next);
            turnOff.reset();
          }}
        />
        <ProblemNotice error={turnOff.error} />
      </Stack>
    </FormDialog>
  );
}
