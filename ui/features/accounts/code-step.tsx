import { Button, Stack } from '@mui/material';
import type { CallBody } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OneTimeCodeField } from '../../components/form/one-time-code-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { AccountProblem } from './account-problem.tsx';
import { BusinessConfirmation, needsBusiness } from './business-confirmation.tsx';

/** The second step of logging in: a code of the authenticator, or a recovery code. */
export default function CodeStep(props: {
  credentials: CallBody<typeof calls.login>;
  onSuccess: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation('accounts');
  const [kind, setKind] = useState<'authenticator' | 'recovery'>('authenticator');
  const [answers] = useState<{ confirmBusiness?: true }>({});
  const form = useForm({
    fields: { oneTimeCode: 'text' },
    initial: { oneTimeCode: '' },
    call: calls.login,
    body: ({ oneTimeCode }) => ({ ...props.credentials, oneTimeCode, ...answers }),
    send: (body) => callApi(calls.login, { body }),
    refusals: { WRONG_ONE_TIME_CODE: ['oneTimeCode'] },
    onSuccess: props.onSuccess,
  });
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Stack spacing={2.5}>
        {form.failure && !needsBusiness(form.failure) && <AccountProblem error={form.failure} />}
        <OneTimeCodeField
          key={kind}
          form={form}
          label={t(`code.${kind}`)}
          digits={kind === 'authenticator'}
          helperText={t(`code.${kind}Help`)}
          autoFocus
        />
        <Button type="submit" variant="contained" size="large" loading={form.pending || form.done}>
          {t('login.submit')}
        </Button>
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
      </Stack>
      <BusinessConfirmation
        form={form}
        onConfirm={() => {
          answers.confirmBusiness = true;
          form.submit();
        }}
      />
    </form>
  );
}
