import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { demoAccounts } from '../../lib/brand.ts';
import type { Form } from '../../lib/forms/use-form.ts';

/** In a demo: a tap logs in to one of its accounts. Renders nothing elsewhere. */
export function DemoAccounts({ form }: { form: Form<{ readonly email: 'text'; readonly password: 'secret' }> }) {
  const { t } = useTranslation('accounts');
  const [demo] = useState(demoAccounts);
  if (demo === null) return null;
  const { emails, password } = demo;
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
