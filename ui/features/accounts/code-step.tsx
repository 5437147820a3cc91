import { Button, Stack } from '@mui/material';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OneTimeCodeField } from '../../components/one-time-code-field.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { AccountProblem } from './account-problem.tsx';

/** The second step of logging in: a code of the authenticator, or a recovery code. */
export default function CodeStep(props: {
  /** What the last code met with; null: there was none, or it was right. */
  error: unknown;
  pending: boolean;
  onSubmit: (code: string) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation('accounts');
  const { error, pending } = props;
  const [kind, setKind] = useState<'authenticator' | 'recovery'>('authenticator');
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isWrong = error instanceof ApiError && error.code === 'WRONG_ONE_TIME_CODE';
  // Shown, switched or refused: what comes next is to type.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a reason to be focused anew
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [kind, error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (code.trim() === '') field.current?.focus();
    else props.onSubmit(code);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={2.5}>
        {error !== null && !isWrong && <AccountProblem error={error} />}
        <OneTimeCodeField
          key={kind}
          label={t(`code.${kind}`)}
          digits={kind === 'authenticator'}
          inputRef={field}
          value={code}
          help={t(`code.${kind}Help`)}
          problem={isWrong ? t('problem.WRONG_ONE_TIME_CODE') : null}
          onChange={setCode}
        />
        <Button type="submit" variant="contained" size="large" loading={pending}>
          {t('login.submit')}
        </Button>
        <Button
          onClick={() => {
            setCode('');
            setKind(kind === 'authenticator' ? 'recovery' : 'authenticator');
          }}
        >
          {t(kind === 'authenticator' ? 'code.useRecovery' : 'code.useAuthenticator')}
        </Button>
        <Button color="inherit" onClick={props.onBack}>
          {t('code.back')}
        </Button>
      </Stack>
    </form>
  );
}
