import { isRefusal } from '../../lib/api-error.ts';
import type { Form } from '../../lib/forms/use-form.ts';
import { BusinessDialog } from './business-dialog.tsx';
import type { LoginAnswers } from './login-answers.ts';

export const needsBusiness = (error: unknown): boolean => isRefusal(error, 'BUSINESS_CONFIRMATION_REQUIRED');

export function BusinessConfirmation(props: {
  form: Pick<Form, 'failure' | 'pending' | 'dismiss' | 'submit'>;
  answers: LoginAnswers;
}) {
  const { failure, pending, dismiss, submit } = props.form;
  const answer = (name: keyof LoginAnswers) => () => {
    props.answers[name] = true;
    submit();
  };
  return (
    <BusinessDialog
      open={needsBusiness(failure)}
      pending={pending}
      onOpenBusiness={answer('confirmBusiness')}
      onContinueAsStaff={answer('asStaff')}
      onClose={dismiss}
    />
  );
}
