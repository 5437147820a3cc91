import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { Box, Card, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { LOOKER_ROLES, type LookAnswer } from '@perktree/contracts/support/look-calls';
import { ListDownload, ServerListView, useServerList } from '../kit/list/server-list.tsx';
import { BackLink, EmptyState, PageHeader, StatusBadge } from '../kit/page.tsx';
import { useAuth } from '../lib/auth.tsx';
import { joined, useLocale } from '../lib/use-locale.ts';

const NAMES = { filters: LOOKER_ROLES, sorts: ['newest', 'oldest'], pageLength: 50 } as const;

/** Who has looked at the records without owning them. */
export default function LooksPage() {
  const { t } = useLocale('auditors');
  const { role } = useAuth();
  const list = useServerList(calls.looks, {}, NAMES);
  return (
    <>
      <BackLink
        {...(role === 'auditor' ? { to: '/audit', label: t('looks.audit') } : { to: '/auditors', label: t('title') })}
      />
      <PageHeader
        title={t('looks.title')}
        subtitle={t(`looks.subtitle.${role === 'superadmin' || role === 'auditor' ? role : 'site_owner'}`)}
        actions={<ListDownload title={t('looks.title')} list={list} />}
      />
      <Card sx={{ px: { xs: 2, sm: 3 }, py: 2 }}>
        <ServerListView
          list={list}
          label={t('looks.title')}
          search={t('looks.search')}
          nameOf={(shown) => t(`common:role.${shown}`)}
          empty={<EmptyState icon={<VisibilityOutlined />} title={t('looks.empty')} text={t('looks.emptyText')} />}
          keyOf={idOf}
          height={88}
        >
          {lookItem}
        </ServerListView>
      </Card>
    </>
  );
}

const idOf = ({ id }: LookAnswer) => id;
const lookItem = (look: LookAnswer) => <LookItem look={look} />;

function LookItem({ look }: { look: LookAnswer }) {
  const { t, format } = useLocale('auditors');
  const { at, looks, viewerName, role, call, area, isEverywhere, siteName, subject, reason, note, timeZone } = look;
  const facts = [
    ...(reason === null ? [] : [t('looks.viewed', { reason: t(`looks.reason.${reason}`) })]),
    ...(note === null ? [] : [note]),
    t(`looks.area.${area}`, { defaultValue: area }),
    ...(isEverywhere ? [t('looks.everywhere')] : siteName === null ? [] : [siteName]),
    t('looks.times', { count: looks }),
    `${format.dateTime(at, timeZone)} (${timeZone})`,
  ];
  return (
    <Box sx={{ py: 1.5, minWidth: 0 }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="name">{format.person(viewerName)}</Typography>
        <StatusBadge tone={role === 'auditor' ? 'good' : 'warning'} label={t(`common:role.${role}`)} />
      </Stack>
      <Typography variant="body2">{joined(facts)}</Typography>
      <Typography variant="note">{subject === null ? call : `${call} · ${subject}`}</Typography>
    </Box>
  );
}
