import CancelScheduleSendOutlined from '@mui/icons-material/CancelScheduleSendOutlined';
import { IconButton, List, ListItem, ListItemText, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { SiteInvitation } from '@perktree/contracts/site/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListFooter } from '../kit/list/list-footer.tsx';
import { NothingFound } from '../kit/list/nothing-found.tsx';
import { SearchField } from '../kit/list/search-field.tsx';
import type { SearchedList } from '../kit/list/use-searched-list.ts';
import { callApi } from '../lib/api.ts';
import { formatDate } from '../lib/format.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { failureToast, useToast } from '../lib/toast.tsx';

/** A search field is shown from this number of invitations. */
const SEARCHED_FROM = 10;

/** Whether the mail with the link was sent. A bounce shows the mail server's answer. */
function InvitationMail({ mail: { state, reason } }: { mail: NonNullable<SiteInvitation['mail']> }) {
  const { t } = useTranslation('sites');
  const hasFailed = state === 'bounced' || state === 'failed';
  return (
    <Typography component="span" variant="body2" color={hasFailed ? 'error' : undefined} sx={{ display: 'block' }}>
      {t(`staff.mail_${state}`)}
      {reason !== null && ` ${reason}`}
    </Typography>
  );
}

export function PendingInvitations({ siteId, list }: { siteId: string; list: SearchedList<SiteInvitation> }) {
  const { t, i18n } = useTranslation('sites');
  const toast = useToast();
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: (invitationId: string) => callApi(calls.withdrawInvitation, { params: { siteId, invitationId } }),
    onSuccess: () => {
      toast({ title: t('staff.withdrawn') });
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.listInvitations, { params: { siteId } }) });
    },
    onError: failureToast(toast, t('staff.withdrawFailed')),
  });
  const invitations = list.loaded.items ?? [];
  if (invitations.length === 0 && list.text === '') return null;
  return (
    <>
      <Typography component="h3" variant="subtitle2" sx={{ mt: 2.5 }}>
        {t('staff.pending')}
      </Typography>
      {((list.loaded.total ?? 0) >= SEARCHED_FROM || list.text !== '') && (
        <SearchField label={t('staff.searchInvitations')} text={list.text} onSearch={list.search} sx={{ mt: 1 }} />
      )}
      {invitations.length === 0 && <NothingFound />}
      <List disablePadding>
        {invitations.map(({ invitationId, email, expiresAt, mail }) => (
          <ListItem
            key={invitationId}
            disableGutters
            divider
            secondaryAction={
              <IconButton
                edge="end"
                aria-label={t('staff.withdraw', { email })}
                disabled={withdraw.isPending}
                loading={withdraw.isPending && withdraw.variables === invitationId}
                onClick={() => withdraw.mutate(invitationId)}
              >
                <CancelScheduleSendOutlined />
              </IconButton>
            }
          >
            <ListItemText
              primary={email}
              secondary={
                <>
                  {t('staff.pendingUntil', { date: formatDate(expiresAt, i18n.language) })}
                  {mail && <InvitationMail mail={mail} />}
                </>
              }
              sx={{ pr: 2 }}
            />
          </ListItem>
        ))}
      </List>
      <ListFooter list={list.loaded} />
    </>
  );
}
