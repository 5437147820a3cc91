import { Button, Stack } from '@mui/material';
import type { CallBody } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OneTimeCodeField } from '../../components/form/one-time-code-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { AccountForm } from './account-form.tsx';
import { BusinessConfirmation } from './business-confirmation.tsx';
import { type LoginAnswers, withAnswers } from './login-answers.ts';
import { withSessionCookie } from './session-cookie.ts';

export default function CodeStep(props: {
  credentials: CallBody<typeof calls.login>;
  answers: LoginAnswers;
  onSuccess: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation('accounts');
  const [kind, setKind] = useState<'authenticator' | 'recovery'>('authenticator');
  const form = useForm({
    fields: { oneTimeCode: 'text' },
    initial: { oneTimeCode: '' },
    call: calls.login,
    body: ({ oneTimeCode }) => withAnswers({ ...props.credentials, oneTimeCode }, props.answers),
    send: (request) => withSessionCookie(callApi(calls.login, request)),
    refusals: { WRONG_ONE_TIME_CODE: ['oneTimeCode'] },
    onSuccess: props.onSuccess,
  });
  return (
    <Stack spacing={2.5}>
      <AccountForm form={form} submitLabel={t('login.submit')}>
        <OneTimeCodeField
          key={kind}
          form={form}
          label={t(`code.${kind}`)}
          digits={kind === 'authenticator'}
          helperText={t(`code.${kind}Help`)}
          autoFocus
        />
      </AccountForm>
      <Button
        onClick={() => {
          form.reset();
          setKind(kind === 'authenticator' ? 'recovery' : 'authenticator');
        }}
      >
        {t(kind === 'authenticator' ? 'code.useRecovery' : 'code.useAuthenticator')}
      </Button>
      <Button color="inherit" onClick={props.onBack}>
        {t('code.back')}
      </Button>
      <BusinessConfirmation form={form} answers={props.answers} />
    </Stack>
  );
}
