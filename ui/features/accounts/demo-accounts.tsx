import { Button, Stack, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { demoAccounts } from '../../lib/brand.ts';
import type { Form } from '../../lib/forms/use-form.ts';

/** A tap logs in to one of the accounts of a demo. */
export default function DemoAccounts(props: {
  demo: NonNullable<ReturnType<typeof demoAccounts>>;
  form: Form<{ readonly email: 'text'; readonly password: 'secret' }>;
}) {
  const { t } = useTranslation('accounts');
  const { form } = props;
  const { emails, password } = props.demo;
  return (
    <Stack role="group" aria-label={t('login.demo')}>
      <Typography variant="body2" sx={{ textAlign: 'center', color: 'text.secondary' }}>
        {t('login.demo')}
      </Typography>
      {emails.map((email) => (
        <Button key={email} disabled={form.pending} onClick={() => form.submit(undefined, { email, password })}>
          {email}
        </Button>
      ))}
    </Stack>
  );
}
