import { List, ListItem, ListItemText, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useApi } from '../../lib/use-api.ts';

/** What stands still until an operator acts, each with what to do. */
export function Standing() {
  const { t } = useTranslation('queues');
  const query = useApi(calls.standingWork, {}, { staleTime: 0 });
  return (
    <Panel title={t('standing.title')}>
      <QueryView query={query}>
        {({ states }) =>
          states.length === 0 ? (
            <Typography color="text.secondary">{t('standing.none')}</Typography>
          ) : (
            <List disablePadding>
              {states.map(({ state, count }, i) => (
                <ListItem key={state} disableGutters divider={i < states.length - 1}>
                  <ListItemText
                    primary={t(`standing.${state}`, { count })}
                    secondary={t(`standing.todo.${state}`)}
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
