import CancelScheduleSendOutlined from '@mui/icons-material/CancelScheduleSendOutlined';
import ContentCopy from '@mui/icons-material/ContentCopy';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import PersonRemoveOutlined from '@mui/icons-material/PersonRemoveOutlined';
import { Alert, Button, ListItemText, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call, CallAnswer } from '@perktree/contracts/kernel/call';
import type { SiteAnswer, SiteInvitation, StaffAnswer } from '@perktree/contracts/site/calls';
import { useState } from 'react';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { InfoDialog } from '../kit/dialogs.tsx';
import { EmailForm, MailState, pollsMails } from '../kit/form/email-form.tsx';
import { ListFooter, LoadedView } from '../kit/list/list-footer.tsx';
import { SearchField } from '../kit/list/search-field.tsx';
import { EmptyState, NothingFound } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { callApi } from '../lib/api.ts';
import { useCopy } from '../lib/clipboard.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { type ItemOf, type LoadedList, queryKeyOf, useApi, useApiPages, useCommand } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { FeatureLimit } from '../subscription/shared/plan-limit.tsx';

/** A search field is shown from this number of invitations. */
const SEARCHED_FROM = 10;

interface SearchedList<Item> {
  readonly text: string;
  search(text: string): void;
  readonly loaded: LoadedList<Item>;
}

/** A list that the server searches, in a dialog: its search is not part of the page's address. */
function useSearchedList<C extends Call>(call: C, params: Readonly<Record<string, string>>): SearchedList<ItemOf<C>> {
  const [text, setText] = useState('');
  const q = text.trim() === '' ? undefined : text.trim();
  const request = { params, query: { q, limit: String(PAGE_LENGTH) } };
  const loaded = useApiPages(call, request as never, { keepsAllPages: true, refetchInterval: pollsMails });
  return { text, search: setText, loaded: loaded as LoadedList<ItemOf<C>> };
}

function PendingInvitations({ siteId, list }: { siteId: string; list: SearchedList<SiteInvitation> }) {
  const { t, format } = useLocale('sites');
  const withdraw = useCommand({
    send: (invitationId: string) => callApi(calls.withdrawInvitation, { params: { siteId, invitationId } }),
    done: () => ({ title: t('staff.withdrawn') }),
    failed: t('staff.withdrawFailed'),
    changes: [queryKeyOf(calls.listInvitations, { params: { siteId } })],
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
      <Rows items={invitations} keyOf={({ invitationId }) => invitationId} lines="all" empty={<NothingFound />}>
        {({ invitationId, email, expiresAt, mail }) => (
          <>
            <ListItemText
              primary={email}
              secondary={
                <>
                  {t('staff.pendingUntil', { date: format.date(expiresAt) })}
                  {mail && <MailState text={t(`staff.mail_${mail.state}`)} {...mail} />}
                </>
              }
              sx={{ pr: 2 }}
            />
            <ConfirmButton
              button={{ 'aria-label': t('staff.withdraw', { email }) }}
              icon={<CancelScheduleSendOutlined />}
              title={t('staff.withdrawTitle')}
              confirmLabel={t('staff.withdrawConfirm')}
              destructive
              command={withdraw}
              given={invitationId}
            >
              {t('staff.withdrawText', { email })}
            </ConfirmButton>
          </>
        )}
      </Rows>
      <ListFooter list={list.loaded} />
    </>
  );
}

function InviteStaff({ siteId }: { siteId: string }) {
  const { t, format } = useLocale('sites');
  const [invitation, setInvitation] = useState<CallAnswer<typeof calls.inviteStaff> | null>(null);
  const methods = useApi(calls.signInMethods, {});
  const form = useForm({
    fields: { email: 'text' },
    call: calls.inviteStaff,
    body: (values) => values,
    params: { siteId },
    onSuccess: (answer) => {
      setInvitation(answer);
      form.reset();
    },
    failed: t('staff.inviteFailed'),
    changes: [queryKeyOf(calls.listInvitations, { params: { siteId } })],
  });
  const copy = useCopy();
  const copyLink = (link: string) => copy(link, { title: t('staff.linkCopied') }, { title: t('staff.copyFailed') });
  return (
    <>
      <EmailForm form={form} label={t('staff.email')} submitLabel={t('staff.invite')} />
      {invitation && (
        <Alert severity="success" sx={{ mt: 2, '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
          <Typography variant="body2">{t(methods.data?.mail ? 'staff.invitedByMail' : 'staff.invited')}</Typography>
          <Typography variant="body2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', my: 1 }}>
            {invitation.invitationUrl}
          </Typography>
          <Typography variant="caption" component="p">
            {t('staff.validUntil', { when: format.dateTime(invitation.expiresAt) })}
          </Typography>
          <Button startIcon={<ContentCopy />} onClick={() => void copyLink(invitation.invitationUrl)} sx={{ mt: 0.5 }}>
            {t('staff.copyLink')}
          </Button>
        </Alert>
      )}
    </>
  );
}

const PAGE_LENGTH = 50;

export function StaffDialog({ site, onClose }: { site: SiteAnswer; onClose: () => void }) {
  const { t } = useLocale('sites');
  const request = { params: { siteId: site.id } };
  const staff = useSearchedList(calls.listStaff, request.params);
  const invitations = useSearchedList(calls.listInvitations, request.params);
  const hasInvitations = (invitations.loaded.items?.length ?? 0) > 0 || invitations.text !== '';
  return (
    <InfoDialog title={t('staff.title')} subtitle={t('staff.subtitle', { name: site.name })} onClose={onClose}>
      <FeatureLimit feature="staffCodes" />
      <InviteStaff siteId={site.id} />
      <StaffList siteId={site.id} list={staff} hasInvitations={hasInvitations} />
      <PendingInvitations siteId={site.id} list={invitations} />
    </InfoDialog>
  );
}

function StaffList(props: { siteId: string; list: SearchedList<StaffAnswer>; hasInvitations: boolean }) {
  const { t, format } = useLocale('sites');
  const { list } = props;
  const isEmpty = list.loaded.items?.length === 0;
  if (isEmpty && list.text === '') {
    // Hidden beside a pending invitation, which would otherwise look as if it had failed.
    return props.hasInvitations ? null : (
      <EmptyState icon={<GroupOutlined />} title={t('staff.empty')} text={t('staff.emptyText')} />
    );
  }
  return (
    <>
      <SearchField label={t('staff.search')} text={list.text} onSearch={list.search} sx={{ mt: 2 }} />
      <LoadedView list={list.loaded}>
        {(people) => (
          <Rows
            items={people}
            keyOf={({ userId }) => userId}
            lines="all"
            isBusy={list.loaded.isOutdated}
            empty={<NothingFound />}
          >
            {(person) => (
              <>
                <ListItemText
                  primary={format.person(person.name)}
                  secondary={t('staff.joined', { email: person.email, date: format.date(person.joinedAt) })}
                  slotProps={{ primary: { sx: { fontWeight: 600 } } }}
                  sx={{ pr: 2 }}
                />
                <RemoveStaff siteId={props.siteId} person={person} />
              </>
            )}
          </Rows>
        )}
      </LoadedView>
    </>
  );
}

function RemoveStaff({ siteId, person }: { siteId: string; person: StaffAnswer }) {
  const { t, format } = useLocale('sites');
  const name = format.person(person.name);
  const remove = useCommand({
    send: () => callApi(calls.removeStaff, { params: { siteId, userId: person.userId } }),
    done: () => ({ title: t('staff.removed'), description: name }),
    failed: t('staff.removeFailed'),
    changes: [queryKeyOf(calls.listStaff, { params: { siteId } })],
  });
  return (
    <ConfirmButton
      button={{ 'aria-label': t('staff.remove', { name }) }}
      icon={<PersonRemoveOutlined />}
      title={t('staff.removeTitle')}
      confirmLabel={t('staff.removeConfirm')}
      destructive
      command={remove}
    >
      {t('staff.removeText', { name })}
    </ConfirmButton>
  );
}
