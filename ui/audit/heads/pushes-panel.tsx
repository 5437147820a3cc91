import { Alert, List, ListItem, ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';
import { utcTime } from './utc-time.ts';

/** Which heads have gone to those outside the installation, for its operator. */
export function PushesPanel() {
  const { t, i18n } = useTranslation('heads');
  const pushes = useApi(calls.headPushes, {});
  const time = (iso: string) => utcTime(iso, i18n.language);
  return (
    <Panel title={t('pushes.title')} subtitle={t('pushes.subtitle')}>
      <QueryView query={pushes} problem={t('pushes.failed')}>
        {(data) =>
          data.pushes.length === 0 ? (
            <Alert severity="info">{t('pushes.none')}</Alert>
          ) : (
            <List disablePadding aria-label={t('pushes.title')}>
              {data.pushes.map(({ events, receiver, doneAt, nextAttemptAt, attempts, error }, n) => (
                <ListItem key={`${events} ${receiver}`} disableGutters divider={n < data.pushes.length - 1}>
                  <ListItemText
                    primary={joined([
                      t(`pushes.${receiver}`),
                      t('list.events', { count: events, number: formatNumber(events, i18n.language) }),
                    ])}
                    secondary={joined([
                      doneAt !== null && t('pushes.done', { at: time(doneAt) }),
                      nextAttemptAt !== null && t('pushes.next', { count: attempts, at: time(nextAttemptAt) }),
                      error,
                    ])}
                    slotProps={{ secondary: { sx: { overflowWrap: 'anywhere' } } }}
                  />
                </ListItem>
              ))}
            </List>
          )
        }
      </QueryView>
    </Panel>
  );
}
