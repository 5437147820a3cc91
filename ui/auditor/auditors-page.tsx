import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { AUDITOR_STATES, type AuditorAnswer } from '@perktree/contracts/auditor/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { addDays } from '@perktree/contracts/kernel/time-zone';
import { useState } from 'react';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { pollsMails } from '../kit/form/email-form.tsx';
import { FormField } from '../kit/form/form.tsx';
import { ListDownload, ServerListView, useServerList } from '../kit/list/server-list.tsx';
import { EmptyState, LinkButton, PageHeader, Panel, Panels, StatusBadge } from '../kit/page.tsx';
import { CopiedText } from '../kit/shown-once-dialog.tsx';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { EMAIL_INPUT } from '../lib/forms/fields.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { useApi, useCommand } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';

/** Days from today that a button chooses. */
const USUAL_DAYS = [30, 90] as const;

const today = () => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/** Address and last day of an invitation, and its link once it is made. */
function InviteAuditor() {
  const { t } = useLocale('auditors');
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
    },
    failed: t('invite.failed'),
    changes: [calls.auditors],
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

function InvitationLink({ invited }: { invited: CallAnswer<typeof calls.inviteAuditor> }) {
  const { t, format } = useLocale('auditors');
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
        {t('invite.works', { when: format.dateTime(invited.expiresAt) })}
      </Typography>
    </Alert>
  );
}

const TONES = { invited: 'warning', active: 'good', ended: 'quiet' } as const;

function AuditorItem({ auditor }: { auditor: AuditorAnswer }) {
  const { t, format } = useLocale('auditors');
  const [invited, setInvited] = useState<CallAnswer<typeof calls.renewAuditorInvitation> | null>(null);
  const { id, state, email, until, joinedAt, endedAt, expiresAt, mail, timeZone } = auditor;
  const params = { auditorId: id };
  const ending = state === 'invited' ? 'withdraw' : 'end';
  const resend = useCommand({
    send: () => callApi(calls.renewAuditorInvitation, { params }),
    done: () => ({ title: t('resent') }),
    failed: t('resendFailed'),
    changes: [calls.auditors],
    onDone: setInvited,
  });
  const end = useCommand({
    send: () => callApi(calls.endAuditor, { params }),
    done: () => ({ title: t(state === 'invited' ? 'withdrawn' : 'ended') }),
    failed: t('endFailed'),
    changes: [calls.auditors],
  });
  const name = auditor.name ?? email ?? t('unknown');
  const at = (time: string) => format.dateTime(time, timeZone);
  const facts = [
    // The last moment of the last day.
    t('until', { date: format.date(new Date(Date.parse(until) - 1).toISOString(), timeZone), timeZone }),
    ...(joinedAt === null ? [] : [t('joined', { when: at(joinedAt) })]),
    ...(endedAt === null ? [] : [t('endedAt', { when: at(endedAt) })]),
    ...(state === 'invited' ? [t('link', { when: at(expiresAt) })] : []),
    ...(mail === null || state !== 'invited' ? [] : [t(`mail_${mail.state}`)]),
  ];
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ alignItems: { sm: 'center' }, py: 1.5 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="name">{name}</Typography>
          <StatusBadge tone={TONES[state]} label={t(`state.${state}`)} />
        </Stack>
        {auditor.name !== null && email !== null && <Typography variant="body2">{email}</Typography>}
        <Typography variant="quiet">{joined(facts)}</Typography>
        {invited && state === 'invited' && <InvitationLink invited={invited} />}
      </Box>
      {state !== 'ended' && (
        <Stack direction="row" spacing={1} sx={{ flex: 'none' }}>
          {state === 'invited' && (
            <Button aria-label={t('resendTo', { name })} loading={resend.isPending} onClick={() => resend.mutate()}>
              {t('resend')}
            </Button>
          )}
          <ConfirmButton
            button={{ children: t(ending), 'aria-label': t(`${ending}Of`, { name }), color: 'error' }}
            command={end}
            title={t(`${ending}Of`, { name })}
            confirmLabel={t(ending)}
            destructive
          >
            {t(`${ending}Text`)}
          </ConfirmButton>
        </Stack>
      )}
    </Stack>
  );
}

const NAMES = { filters: AUDITOR_STATES, sorts: ['newest', 'oldest'], pageLength: 50 } as const;

/** Who may read the records of the business, or for superadmins of the platform, and until when. */
export default function AuditorsPage() {
  const { t } = useLocale('auditors');
  const { role } = useAuth();
  const list = useServerList(calls.auditors, {}, NAMES, {}, { refetchInterval: pollsMails });
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t(role === 'superadmin' ? 'subtitlePlatform' : 'subtitle')}
        actions={<LinkButton to="/looks">{t('looks.title')}</LinkButton>}
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
