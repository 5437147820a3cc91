import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import { AUDITOR_STATES, type AuditorAnswer } from '@perktree/contracts/auditor/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { joined } from '@perktree/contracts/kernel/isolated';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListDownload } from '../kit/list/list-download.tsx';
import { ServerListView } from '../kit/list/server-list-view.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { PageHeader } from '../kit/page-header.tsx';
import { Panel } from '../kit/panel.tsx';
import { Panels } from '../kit/panels.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { formatDate, formatDateTime } from '../lib/format.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { InvitationLink, InviteAuditor } from './invite-auditor.tsx';

const TONES = { invited: 'warning', active: 'good', ended: 'quiet' } as const;

function AuditorItem({ auditor }: { auditor: AuditorAnswer }) {
  const { t, i18n } = useTranslation('auditors');
  const toast = useToast();
  const client = useQueryClient();
  const [isEnding, setIsEnding] = useState(false);
  const [invited, setInvited] = useState<CallAnswer<typeof calls.renewAuditorInvitation> | null>(null);
  const { id, state, email, until, joinedAt, endedAt, expiresAt, mail, timeZone } = auditor;
  const params = { auditorId: id };
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(calls.auditors) });
  const resend = useMutation({
    mutationFn: () => callApi(calls.renewAuditorInvitation, { params }),
    onSuccess: (answer) => {
      setInvited(answer);
      toast({ title: t('resent') });
      void reload();
    },
    onError: failureToast(toast, t('resendFailed')),
  });
  const end = useMutation({
    mutationFn: () => callApi(calls.endAuditor, { params }),
    onSuccess: () => {
      setIsEnding(false);
      toast({ title: t(state === 'invited' ? 'withdrawn' : 'ended') });
      void reload();
    },
    onError: failureToast(toast, t('endFailed')),
  });
  const name = auditor.name ?? email ?? t('unknown');
  const at = (time: string) => formatDateTime(time, i18n.language, timeZone);
  const facts = [
    // The last moment of the last day.
    t('until', { date: formatDate(new Date(Date.parse(until) - 1).toISOString(), i18n.language, timeZone), timeZone }),
    ...(joinedAt === null ? [] : [t('joined', { when: at(joinedAt) })]),
    ...(endedAt === null ? [] : [t('endedAt', { when: at(endedAt) })]),
    ...(state === 'invited' ? [t('link', { when: at(expiresAt) })] : []),
    ...(mail === null || state !== 'invited' ? [] : [t(`mail_${mail.state}`)]),
  ];
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ alignItems: { sm: 'center' }, py: 1.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
          <StatusBadge tone={TONES[state]} label={t(`state.${state}`)} />
        </Stack>
        {auditor.name !== null && email !== null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {email}
          </Typography>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {joined(facts)}
        </Typography>
        {invited && state === 'invited' && <InvitationLink invited={invited} />}
      </Box>
      {state !== 'ended' && (
        <Stack direction="row" spacing={1} sx={{ flex: 'none' }}>
          {state === 'invited' && (
            <Button aria-label={t('resendTo', { name })} loading={resend.isPending} onClick={() => resend.mutate()}>
              {t('resend')}
            </Button>
          )}
          <Button
            color="error"
            aria-label={t(state === 'invited' ? 'withdrawOf' : 'endOf', { name })}
            onClick={() => setIsEnding(true)}
          >
            {t(state === 'invited' ? 'withdraw' : 'end')}
          </Button>
        </Stack>
      )}
      <ConfirmDialog
        open={isEnding}
        title={t(state === 'invited' ? 'withdrawOf' : 'endOf', { name })}
        confirmLabel={t(state === 'invited' ? 'withdraw' : 'end')}
        destructive
        pending={end.isPending}
        onConfirm={() => end.mutate()}
        onClose={() => setIsEnding(false)}
      >
        {t(state === 'invited' ? 'withdrawText' : 'endText')}
      </ConfirmDialog>
    </Stack>
  );
}

const NAMES = { filters: AUDITOR_STATES, sorts: ['newest', 'oldest'], pageLength: 50 } as const;

/** Who may read the records of the business, or for superadmins of the platform, and until when. */
export default function AuditorsPage() {
  const { t } = useTranslation('auditors');
  const { role } = useAuth();
  const list = useServerList(calls.auditors, {}, NAMES);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t(role === 'superadmin' ? 'subtitlePlatform' : 'subtitle')}
        actions={
          <Button component={Link} to="/looks" variant="outlined">
            {t('looks.title')}
          </Button>
        }
      />
      <Panels>
        <Panel title={t('invite.title')} subtitle={t('invite.text')}>
          <InviteAuditor />
        </Panel>
        <Panel title={t('list')} action={<ListDownload title={t('title')} list={list} />}>
          <ServerListView
            list={list}
            label={t('list')}
            search={t('search')}
            nameOf={(state) => t(`state.${state}`)}
            empty={<EmptyState icon={<VerifiedUserOutlined />} title={t('empty')} text={t('emptyText')} />}
            keyOf={idOf}
            height={96}
          >
            {auditorItem}
          </ServerListView>
        </Panel>
      </Panels>
    </>
  );
}

const idOf = ({ id }: AuditorAnswer) => id;
const auditorItem = (auditor: AuditorAnswer) => <AuditorItem auditor={auditor} />;
