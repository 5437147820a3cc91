import CancelScheduleSendOutlined from '@mui/icons-material/CancelScheduleSendOutlined';
import { IconButton, List, ListItem, ListItemText, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { SiteInvitation } from '@perktree/contracts/http/sites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { formatDate } from '../../lib/format.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useToast } from '../../lib/toast.tsx';

/** Invitations that can still be accepted, each with the address it was made for. */
export function PendingInvitations(props: { siteId: string; invitations: readonly SiteInvitation[] }) {
  const { siteId, invitations } = props;
  const { t, i18n } = useTranslation('sites');
  const toast = useToast();
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: (invitationId: string) => callApi(calls.withdrawInvitation, { params: { siteId, invitationId } }),
    onSuccess: () => {
      toast({ title: t('staff.withdrawn') });
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.listInvitations, { params: { siteId } }) });
    },
    onError: (error) =>
      toast({ title: t('staff.withdrawFailed'), description: errorText(error), variant: 'destructive' }),
  });
  return (
    <>
      <Typography component="h3" variant="subtitle2" sx={{ mt: 2.5 }}>
        {t('staff.pending')}
      </Typography>
      <List disablePadding>
        {invitations.map(({ invitationId, email, expiresAt }) => (
          <ListItem
            key={invitationId}
            disableGutters
            divider
            secondaryAction={
              <IconButton
                edge="end"
                aria-label={t('staff.withdraw', { email })}
                disabled={withdraw.isPending}
                onClick={() => withdraw.mutate(invitationId)}
              >
                <CancelScheduleSendOutlined />
              </IconButton>
            }
          >
            <ListItemText
              primary={email}
              secondary={t('staff.pendingUntil', { date: formatDate(expiresAt, i18n.language) })}
              slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
              sx={{ pr: 2 }}
            />
          </ListItem>
        ))}
      </List>
    </>
  );
}
