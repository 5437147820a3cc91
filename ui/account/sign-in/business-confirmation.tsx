import { BusinessDialog, needsBusiness } from './business-dialog.tsx';
import type { LoginAnswers } from './login-answers.ts';
import type { AccountFormState } from './use-account-form.ts';

export function BusinessConfirmation(props: {
  form: Pick<AccountFormState<never>, 'failure' | 'dismiss' | 'submit'>;
  answers: LoginAnswers;
}) {
  const { failure, dismiss, submit } = props.form;
  const answer = (name: keyof LoginAnswers) => () => {
    props.answers[name] = true;
    submit();
  };
  return (
    <BusinessDialog
      open={needsBusiness(failure)}
      onOpenBusiness={answer('confirmBusiness')}
      onContinueAsStaff={answer('asStaff')}
      onClose={dismiss}
    />
  );
}
