import type { calls } from '@perktree/contracts/catalogue/calls';
import type { CallBody } from '@perktree/contracts/kernel/call';
import { useState } from 'react';
import { oneTimeCodeInput } from '../../lib/forms/inputs.ts';
import { signInCalls, withSessionCookie } from './account-calls.ts';
import { useAccountPage } from './account-context.ts';
import { AccountField, AccountForm } from './account-form.tsx';
import { BusinessConfirmation } from './business-confirmation.tsx';
import { type LoginAnswers, withAnswers } from './login-answers.ts';
import { useAccountForm } from './use-account-form.ts';

export function CodeStep(props: {
  credentials: CallBody<typeof calls.login>;
  answers: LoginAnswers;
  onSuccess: () => void;
  onBack: () => void;
}) {
  const { t } = useAccountPage();
  const [kind, setKind] = useState<'authenticator' | 'recovery'>('authenticator');
  const isAuthenticator = kind === 'authenticator';
  const form = useAccountForm({
    fields: { oneTimeCode: 'required' },
    send: ({ oneTimeCode }) =>
      withSessionCookie(
        signInCalls.login(withAnswers({ ...props.credentials, oneTimeCode: oneTimeCode.trim() }, props.answers)),
      ),
    refusals: { WRONG_ONE_TIME_CODE: 'oneTimeCode' },
    onSuccess: props.onSuccess,
  });
  return (
    <>
      <AccountForm form={form} submitLabel={t('login.submit')}>
        <AccountField
          key={kind}
          form={form}
          name="oneTimeCode"
          label={t(`code.${kind}`)}
          help={t(`code.${kind}Help`)}
          autoComplete="one-time-code"
          autoFocus
          {...oneTimeCodeInput(isAuthenticator)}
        />
      </AccountForm>
      <button
        type="button"
        className="text-button"
        onClick={() => {
          form.reset();
          setKind(isAuthenticator ? 'recovery' : 'authenticator');
        }}
      >
        {t(isAuthenticator ? 'code.useRecovery' : 'code.useAuthenticator')}
      </button>
      <button type="button" className="text-button plain" onClick={props.onBack}>
        {t('code.back')}
      </button>
      <BusinessConfirmation form={form} answers={props.answers} />
    </>
  );
}
