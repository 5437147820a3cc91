import DoneAll from '@mui/icons-material/DoneAll';
import { ListItemButton, ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import type { DisputeAnswer } from '@perktree/contracts/support/calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListDownload } from '../kit/list/list-download.tsx';
import { ServerListView } from '../kit/list/server-list-view.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { Panel } from '../kit/panel.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { formatDateTime } from '../lib/format.ts';
import { DISPUTE_TONES } from './dispute-panel.tsx';
import { timelinePath } from './timeline-path.ts';

const NAMES = {
  prefix: 'dispute',
  filters: ['open', 'answered'],
  sorts: ['newest', 'oldest'],
  pageLength: 20,
} as const;

export function PendingDisputes() {
  const { t } = useTranslation('support');
  const list = useServerList(calls.disputes, {}, NAMES);
  return (
    <Panel
      title={t('disputes.title')}
      subtitle={t('disputes.subtitle')}
      action={<ListDownload title={t('disputes.title')} list={list} />}
    >
      <ServerListView
        list={list}
        label={t('disputes.title')}
        search={t('disputes.search')}
        nameOf={(state) => t(`dispute.state.${state}`)}
        empty={<EmptyState icon={<DoneAll />} title={t('disputes.none')} />}
        keyOf={idOf}
        height={80}
      >
        {disputeRow}
      </ServerListView>
    </Panel>
  );
}

const idOf = ({ redemptionId }: DisputeAnswer) => redemptionId;
const disputeRow = (dispute: DisputeAnswer) => <DisputeRow dispute={dispute} />;

function DisputeRow({ dispute }: { dispute: DisputeAnswer }) {
  const { t, i18n } = useTranslation('support');
  const { redemptionId, title, site, state, openedAt, changedAt, notes } = dispute;
  const time = (iso: string) => formatDateTime(iso, i18n.language);
  return (
    <ListItemButton
      component={Link}
      to={timelinePath('redemption', redemptionId)}
      sx={{ px: 1, gap: 1.5, borderRadius: 1 }}
    >
      <ListItemText
        primary={joined([title, site.name])}
        secondary={t('disputes.line', { opened: time(openedAt), changed: time(changedAt), count: notes })}
        slotProps={{ primary: { sx: { fontWeight: 600 } } }}
      />
      <StatusBadge tone={DISPUTE_TONES[state]} label={t(`dispute.state.${state}`)} />
    </ListItemButton>
  );
}
