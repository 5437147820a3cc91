import { Alert, Button, Checkbox, FormControlLabel, Stack, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { PASSWORD_LENGTH } from '@perktree/contracts/password-length';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/panel.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { useAuth } from '../../lib/auth.tsx';
import { RENEWED, sessionRenewal } from '../../lib/session-renewal.ts';
import { useToast } from '../../lib/toast.tsx';
import {
  EMPTY_FORM,
  FIELD_OF,
  type PasswordForm,
  type PasswordProblem,
  problemIn,
  problemOf,
} from './password-problem.ts';

/** Another password for the account. What is refused is said at its field, which gets the focus. */
export function ChangePassword() {
  const { t } = useTranslation('account');
  const toast = useToast();
  const { user } = useAuth();
  const [form, setForm] = useState(EMPTY_FORM);
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const [shown, setShown] = useState(false);
  const fields = { current: useRef<HTMLInputElement>(null), next: useRef<HTMLInputElement>(null) };
  const meet = (met: PasswordProblem) => {
    setProblem(met);
    const field = FIELD_OF[met];
    if (field) fields[field].current?.focus();
  };
  const change = useMutation({
    mutationFn: ({ current, next }: PasswordForm) =>
      callApi(calls.changePassword, { body: { currentPassword: current, newPassword: next } }),
    onSuccess: () => {
      sessionRenewal.dispatchEvent(new Event(RENEWED));
      setForm(EMPTY_FORM);
      toast({ title: t('password.done'), description: t('password.doneText') });
    },
    onError: (error) => meet(problemOf(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const met = problemIn(form);
    setProblem(met);
    if (met === null) change.mutate(form);
    else meet(met);
  };
  const field = (name: keyof PasswordForm, autoComplete: string, help?: string) => {
    const isRefused = problem !== null && FIELD_OF[problem] === name;
    const { least, most } = PASSWORD_LENGTH;
    return (
      <TextField
        label={t(`password.${name}`)}
        type={shown ? 'text' : 'password'}
        name={autoComplete}
        autoComplete={autoComplete}
        inputRef={fields[name]}
        value={form[name]}
        error={isRefused}
        helperText={isRefused ? t(`password.problem.${problem}`, { least, most }) : help}
        onChange={(event) => {
          setForm({ ...form, [name]: event.target.value });
          setProblem(null);
        }}
      />
    );
  };
  return (
    <Panel title={t('password.title')} subtitle={t('password.text')}>
      <form onSubmit={submit} noValidate>
        <Stack spacing={2} sx={{ maxWidth: 400, alignItems: 'flex-start' }}>
          {/* Says to a password manager whose password it is. */}
          <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          {field('current', 'current-password')}
          {field('next', 'new-password', t('password.help', { count: PASSWORD_LENGTH.least }))}
          <FormControlLabel
            control={<Checkbox checked={shown} onChange={(_, checked) => setShown(checked)} />}
            label={t('password.show')}
            sx={{ minHeight: 44 }}
          />
          {problem !== null && FIELD_OF[problem] === undefined && (
            <Alert severity="error">
              {problem === 'other' ? errorText(change.error) : t(`password.problem.${problem}`)}
            </Alert>
          )}
          <Button type="submit" variant="contained" loading={change.isPending}>
            {t('password.submit')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
