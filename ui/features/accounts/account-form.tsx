import { Alert, Button, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/api-error.ts';
import type { Form } from '../../lib/forms/use-form.ts';
import { needsBusiness } from './business-confirmation.tsx';
import { CookiesRefused } from './session-cookie.ts';

/** A form of the account pages: its failure, its fields and its button. */
export function AccountForm(props: {
  form: Pick<Form, 'ref' | 'submit' | 'pending' | 'done' | 'failure'>;
  submitLabel: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('accounts');
  const { form } = props;
  // A dialog asks about opening a business.
  const failure = needsBusiness(form.failure) ? null : form.failure;
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Stack spacing={2.5}>
        {failure && (
          <Alert severity="error">{failure instanceof CookiesRefused ? t('cookiesRefused') : errorText(failure)}</Alert>
        )}
        {props.children}
        {/* Stays pending while the next page loads. */}
        <Button type="submit" variant="contained" size="large" loading={form.pending || form.done}>
          {props.submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
