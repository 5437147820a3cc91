import GroupOutlined from '@mui/icons-material/GroupOutlined';
import PersonRemoveOutlined from '@mui/icons-material/PersonRemoveOutlined';
import { IconButton, List, ListItem, ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { SiteAnswer, StaffAnswer } from '@perktree/contracts/site/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { InfoDialog } from '../kit/dialog-shell.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { NothingFound } from '../kit/list/nothing-found.tsx';
import { SearchField } from '../kit/list/search-field.tsx';
import { type SearchedList, useSearchedList } from '../kit/list/use-searched-list.ts';
import { LoadedView } from '../kit/loaded-view.tsx';
import { callApi } from '../lib/api.ts';
import { formatDate } from '../lib/format.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { FeatureLimit } from '../subscription/shared/plan-limit.tsx';
import { InviteStaff } from './invite-staff.tsx';
import { PendingInvitations } from './pending-invitations.tsx';

const PAGE_LENGTH = 50;

export function StaffDialog({ site, onClose }: { site: SiteAnswer; onClose: () => void }) {
  const { t, i18n } = useTranslation('sites');
  const toast = useToast();
  const client = useQueryClient();
  const request = { params: { siteId: site.id } };
  const staff = useSearchedList(calls.listStaff, request.params, PAGE_LENGTH);
  const invitations = useSearchedList(calls.listInvitations, request.params, PAGE_LENGTH);
  const hasInvitations = (invitations.loaded.items?.length ?? 0) > 0 || invitations.text !== '';
  const [leaving, setLeaving] = useState<StaffAnswer | null>(null);
  const leavingName = personName(leaving?.name ?? '', i18n.language);
  const remove = useMutation({
    mutationFn: (userId: string) => callApi(calls.removeStaff, { params: { siteId: site.id, userId } }),
    onSuccess: () => {
      toast({ title: t('staff.removed'), description: leavingName });
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.listStaff, request) });
    },
    onError: failureToast(toast, t('staff.removeFailed')),
    onSettled: () => setLeaving(null),
  });

  return (
    <InfoDialog
      title={t('staff.title')}
      subtitle={t('staff.subtitle', { name: site.name })}
      onClose={onClose}
      after={
        <ConfirmDialog
          open={leaving !== null}
          title={t('staff.removeTitle')}
          confirmLabel={t('staff.removeConfirm')}
          destructive
          pending={remove.isPending}
          onConfirm={() => leaving && remove.mutate(leaving.userId)}
          onClose={() => setLeaving(null)}
        >
          {t('staff.removeText', { name: leavingName })}
        </ConfirmDialog>
      }
    >
      <FeatureLimit feature="staffCodes" />
      <InviteStaff siteId={site.id} />
      <StaffList list={staff} hasInvitations={hasInvitations} onRemove={setLeaving} />
      <PendingInvitations siteId={site.id} list={invitations} />
    </InfoDialog>
  );
}

function StaffList(props: {
  list: SearchedList<StaffAnswer>;
  hasInvitations: boolean;
  onRemove: (person: StaffAnswer) => void;
}) {
  const { t, i18n } = useTranslation('sites');
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
        {(people) =>
          people.length === 0 ? (
            <NothingFound />
          ) : (
            <List disablePadding aria-busy={list.loaded.isOutdated}>
              {people.map((person) => (
                <ListItem
                  key={person.userId}
                  disableGutters
                  divider
                  secondaryAction={
                    <IconButton
                      edge="end"
                      aria-label={t('staff.remove', { name: personName(person.name, i18n.language) })}
                      onClick={() => props.onRemove(person)}
                    >
                      <PersonRemoveOutlined />
                    </IconButton>
                  }
                >
                  <ListItemText
                    primary={personName(person.name, i18n.language)}
                    secondary={t('staff.joined', {
                      email: person.email,
                      date: formatDate(person.joinedAt, i18n.language),
                    })}
                    slotProps={{ primary: { sx: { fontWeight: 600 } } }}
                    sx={{ pr: 2 }}
                  />
                </ListItem>
              ))}
            </List>
          )
        }
      </LoadedView>
    </>
  );
}
