import { Alert, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { addDays } from '@perktree/contracts/kernel/time-zone';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopiedText } from '../kit/copied-text.tsx';
import { FormField } from '../kit/form/form-field.tsx';
import { formatDateTime } from '../lib/format.ts';
import { EMAIL_INPUT } from '../lib/forms/inputs.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useApi } from '../lib/use-api.ts';

/** Days from today that a button chooses. */
const USUAL_DAYS = [30, 90] as const;

const today = () => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/** Address and last day of an invitation, and its link once it is made. */
export function InviteAuditor() {
  const { t } = useTranslation('auditors');
  const toast = useToast();
  const client = useQueryClient();
  const [invited, setInvited] = useState<CallAnswer<typeof calls.inviteAuditor> | null>(null);
  const form = useForm({
    fields: { email: 'text', until: 'text' },
    initial: { email: '', until: addDays(today(), USUAL_DAYS[0]) },
    call: calls.inviteAuditor,
    body: (values) => values,
    refusals: { AUDIT_DAY_OUT_OF_RANGE: ['until'] },
    onSuccess: (answer) => {
      setInvited(answer);
      form.reset();
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.auditors) });
    },
    onError: failureToast(toast, t('invite.failed')),
  });
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Stack direction={{ xs: 'column', md: 'row' }} spacing={1.5} sx={{ pt: 1, alignItems: { md: 'flex-start' } }}>
        <FormField
          form={form}
          name="email"
          label={t('invite.email')}
          required
          autoComplete="off"
          slotProps={{ htmlInput: EMAIL_INPUT }}
        />
        <FormField
          form={form}
          name="until"
          label={t('invite.until')}
          helperText={t('invite.untilHelp')}
          required
          slotProps={{ htmlInput: { type: 'date', min: today(), max: '9999-12-31' }, inputLabel: { shrink: true } }}
        />
        <Stack direction="row" spacing={1} sx={{ flex: 'none', minHeight: 56, alignItems: 'center' }}>
          {USUAL_DAYS.map((count) => (
            <Button key={count} onClick={() => form.change('until', addDays(today(), count))}>
              {t('invite.days', { count })}
            </Button>
          ))}
          <Button type="submit" variant="contained" loading={form.pending}>
            {t('invite.submit')}
          </Button>
        </Stack>
      </Stack>
      {invited && <InvitationLink invited={invited} />}
    </form>
  );
}

/** The link of an invitation, which is shown when it is made. */
export function InvitationLink({ invited }: { invited: CallAnswer<typeof calls.inviteAuditor> }) {
  const { t, i18n } = useTranslation('auditors');
  const methods = useApi(calls.signInMethods, {});
  return (
    <Alert severity="success" sx={{ mt: 2, '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {t(methods.data?.mail ? 'invite.sent' : 'invite.made')}
      </Typography>
      <CopiedText
        text={invited.invitationUrl}
        label={t('invite.copy')}
        copied={t('invite.copied')}
        failed={t('invite.copyFailed')}
      />
      <Typography variant="caption" component="p" sx={{ mt: 1 }}>
        {t('invite.works', { when: formatDateTime(invited.expiresAt, i18n.language) })}
      </Typography>
    </Alert>
  );
}
