import { List, ListItem, ListItemText } from '@mui/material';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { QueueState } from '@perktree/contracts/operation/calls';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../kit/panel.tsx';
import { formatDateTime } from '../../lib/format.ts';

export function Schedules({ schedules }: { schedules: QueueState['schedules'] }) {
  const { t, i18n } = useTranslation('queues');
  return (
    <Panel title={t('schedules.title')}>
      <List disablePadding>
        {schedules.map(({ name, everyMs, nextRunAt }, i) => (
          <ListItem key={name} disableGutters divider={i < schedules.length - 1}>
            <ListItemText
              primary={name}
              secondary={`${t('schedules.every', { count: Math.round(everyMs / MINUTE_MS) })} · ${
                nextRunAt === null
                  ? t('schedules.notPlanned')
                  : t('schedules.next', { time: formatDateTime(nextRunAt, i18n.language) })
              }`}
            />
          </ListItem>
        ))}
      </List>
    </Panel>
  );
}
