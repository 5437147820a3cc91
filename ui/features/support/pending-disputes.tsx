import DoneAll from '@mui/icons-material/DoneAll';
import { List, ListItem, ListItemButton, ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadedView } from '../../components/loaded-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useApiPages } from '../../lib/use-api.ts';
import { DISPUTE_TONES } from './dispute-panel.tsx';
import { timelinePath } from './timeline-path.ts';

/** Disputes that somebody has to see to. */
export function PendingDisputes() {
  const { t, i18n } = useTranslation('support');
  const list = useApiPages(calls.disputes, { query: { limit: '20' } });
  const time = (iso: string) => formatDateTime(iso, i18n.language);
  return (
    <Panel title={t('disputes.title')} subtitle={t('disputes.subtitle')}>
      <LoadedView list={list}>
        {(disputes) =>
          disputes.length === 0 ? (
            <EmptyState icon={<DoneAll />} title={t('disputes.none')} />
          ) : (
            <List disablePadding>
              {disputes.map(({ redemptionId, title, site, state, openedAt, changedAt, notes }, n) => (
                <ListItem key={redemptionId} disablePadding divider={n < disputes.length - 1}>
                  <ListItemButton
                    component={Link}
                    to={timelinePath('redemption', redemptionId)}
                    sx={{ px: 1, gap: 1.5, borderRadius: 1 }}
                  >
                    <ListItemText
                      primary={`${title} · ${site.name}`}
                      secondary={t('disputes.line', { opened: time(openedAt), changed: time(changedAt), count: notes })}
                      slotProps={{
                        primary: { sx: { fontWeight: 600, overflowWrap: 'anywhere' } },
                        secondary: { sx: { overflowWrap: 'anywhere' } },
                      }}
                    />
                    <StatusBadge tone={DISPUTE_TONES[state]} label={t(`dispute.state.${state}`)} />
                  </ListItemButton>
                </ListItem>
              ))}
            </List>
          )
        }
      </LoadedView>
    </Panel>
  );
}
