import ContentCopy from '@mui/icons-material/ContentCopy';
import { Alert, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../kit/form/form-field.tsx';
import { formatDateTime } from '../lib/format.ts';
import { EMAIL_INPUT } from '../lib/forms/inputs.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useApi } from '../lib/use-api.ts';
import { useCopy } from '../lib/use-copy.ts';

export function InviteStaff({ siteId }: { siteId: string }) {
  const { t, i18n } = useTranslation('sites');
  const toast = useToast();
  const client = useQueryClient();
  const [invitation, setInvitation] = useState<CallAnswer<typeof calls.inviteStaff> | null>(null);
  const methods = useApi(calls.signInMethods, {});
  const form = useForm({
    fields: { email: 'text' },
    initial: { email: '' },
    call: calls.inviteStaff,
    body: (values) => values,
    params: { siteId },
    onSuccess: (answer) => {
      setInvitation(answer);
      form.reset();
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.listInvitations, { params: { siteId } }) });
    },
    onError: failureToast(toast, t('staff.inviteFailed')),
  });
  const copy = useCopy();
  const copyLink = (link: string) => copy(link, { title: t('staff.linkCopied') }, { title: t('staff.copyFailed') });
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ pt: 1 }}>
        <FormField
          form={form}
          name="email"
          label={t('staff.email')}
          required
          autoComplete="off"
          slotProps={{ htmlInput: EMAIL_INPUT }}
        />
        <Button type="submit" variant="contained" loading={form.pending} sx={{ flex: 'none' }}>
          {t('staff.invite')}
        </Button>
      </Stack>
      {invitation && (
        <Alert severity="success" sx={{ mt: 2, '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
          <Typography variant="body2">{t(methods.data?.mail ? 'staff.invitedByMail' : 'staff.invited')}</Typography>
          <Typography variant="body2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', my: 1 }}>
            {invitation.invitationUrl}
          </Typography>
          <Typography variant="caption" component="p">
            {t('staff.validUntil', { when: formatDateTime(invitation.expiresAt, i18n.language) })}
          </Typography>
          <Button startIcon={<ContentCopy />} onClick={() => void copyLink(invitation.invitationUrl)} sx={{ mt: 0.5 }}>
            {t('staff.copyLink')}
          </Button>
        </Alert>
      )}
    </form>
  );
}
