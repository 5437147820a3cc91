import GroupOutlined from '@mui/icons-material/GroupOutlined';
import PersonRemoveOutlined from '@mui/icons-material/PersonRemoveOutlined';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  List,
  ListItem,
  ListItemText,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { calls } from '@perktree/contracts/http/calls';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { formatDate } from '../../lib/format.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useToast } from '../../lib/toast.tsx';
import { useApi } from '../../lib/use-api.ts';
import { InviteStaff } from './invite-staff.tsx';
import { PendingInvitations } from './pending-invitations.tsx';

/** The staff of a site: who is on it, inviting somebody, removing somebody. */
export function StaffDialog({ site, onClose }: { site: SiteAnswer; onClose: () => void }) {
  const { t, i18n } = useTranslation('sites');
  const toast = useToast();
  const client = useQueryClient();
  const fullScreen = useMediaQuery(useTheme().breakpoints.down('sm'));
  const titleId = useId();
  const request = { params: { siteId: site.id } };
  const staff = useApi(calls.listStaff, request, { staleTime: 0 });
  const invitations = useApi(calls.listInvitations, request, { staleTime: 0 });
  const pending = invitations.data ?? [];
  const [leaving, setLeaving] = useState<{ userId: string; name: string } | null>(null);
  const remove = useMutation({
    mutationFn: (userId: string) => callApi(calls.removeStaff, { params: { siteId: site.id, userId } }),
    onSuccess: () => {
      toast({ title: t('staff.removed'), description: leaving?.name });
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.listStaff, request) });
    },
    onError: (error) =>
      toast({ title: t('staff.removeFailed'), description: errorText(error), variant: 'destructive' }),
    onSettled: () => setLeaving(null),
  });

  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={fullScreen}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: fullScreen ? { borderRadius: 0 } : {} } }}
    >
      <DialogTitle id={titleId} sx={{ pb: 0.5 }}>
        {t('staff.title')}
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2.5, overflowWrap: 'anywhere' }}>
          {t('staff.subtitle', { name: site.name })}
        </Typography>
        <InviteStaff siteId={site.id} />
        <QueryView query={staff}>
          {(people) =>
            people.length === 0 ? (
              // Beside a pending invitation it would read as if nothing had happened.
              pending.length === 0 && (
                <EmptyState icon={<GroupOutlined />} title={t('staff.empty')} text={t('staff.emptyText')} />
              )
            ) : (
              <List disablePadding sx={{ mt: 2 }}>
                {people.map((person) => (
                  <ListItem
                    key={person.userId}
                    disableGutters
                    divider
                    secondaryAction={
                      <IconButton
                        edge="end"
                        aria-label={t('staff.remove', { name: person.name })}
                        onClick={() => setLeaving({ userId: person.userId, name: person.name })}
                      >
                        <PersonRemoveOutlined />
                      </IconButton>
                    }
                  >
                    <ListItemText
                      primary={person.name}
                      secondary={t('staff.joined', {
                        email: person.email,
                        date: formatDate(person.joinedAt, i18n.language),
                      })}
                      slotProps={{
                        primary: { sx: { fontWeight: 600 } },
                        secondary: { sx: { overflowWrap: 'anywhere' } },
                      }}
                      sx={{ pr: 2 }}
                    />
                  </ListItem>
                ))}
              </List>
            )
          }
        </QueryView>
        {pending.length > 0 && <PendingInvitations siteId={site.id} invitations={pending} />}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose} color="inherit">
          {t('common:close')}
        </Button>
      </DialogActions>
      <ConfirmDialog
        open={leaving !== null}
        title={t('staff.removeTitle')}
        confirmLabel={t('staff.removeConfirm')}
        destructive
        pending={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving.userId)}
        onClose={() => setLeaving(null)}
      >
        {t('staff.removeText', { name: leaving?.name ?? '' })}
      </ConfirmDialog>
    </Dialog>
  );
}
