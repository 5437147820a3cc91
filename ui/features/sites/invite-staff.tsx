import ContentCopy from '@mui/icons-material/ContentCopy';
import { Alert, Button, Stack, TextField, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { copyText } from '../../lib/clipboard.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useToast } from '../../lib/toast.tsx';

/** Makes an invitation and shows its link; the product sends no mail, so the owner sends the link. */
export function InviteStaff({ siteId }: { siteId: string }) {
  const { t, i18n } = useTranslation('sites');
  const toast = useToast();
  const [email, setEmail] = useState('');
  const invite = useMutation({
    mutationFn: () => callApi(calls.inviteStaff, { params: { siteId }, body: { email: email.trim() } }),
    onSuccess: () => setEmail(''),
    onError: (error) =>
      toast({ title: t('staff.inviteFailed'), description: errorText(error), variant: 'destructive' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() !== '' && !invite.isPending) invite.mutate();
  };
  const copy = async (link: string) => {
    try {
      await copyText(link);
      toast({ title: t('staff.linkCopied') });
    } catch {
      toast({ title: t('staff.copyFailed'), variant: 'destructive' });
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ pt: 1 }}>
        <TextField
          label={t('staff.email')}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(e) => setEmail(e.target.value)}
        />
        <Button type="submit" variant="contained" loading={invite.isPending} sx={{ flex: 'none' }}>
          {t('staff.invite')}
        </Button>
      </Stack>
      {invite.data && (
        <Alert severity="success" sx={{ mt: 2, '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
          <Typography variant="body2">{t('staff.invited')}</Typography>
          <Typography variant="body2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', my: 1 }}>
            {invite.data.invitationUrl}
          </Typography>
          <Typography variant="caption" component="p">
            {t('staff.validUntil', { when: formatDateTime(invite.data.expiresAt, i18n.language) })}
          </Typography>
          <Button startIcon={<ContentCopy />} onClick={() => void copy(invite.data.invitationUrl)} sx={{ mt: 0.5 }}>
            {t('staff.copyLink')}
          </Button>
        </Alert>
      )}
    </form>
  );
}
