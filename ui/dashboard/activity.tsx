import QrCode2 from '@mui/icons-material/QrCode2';
import { Chip, List, ListItem, ListItemText } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../kit/empty-state.tsx';
import { NextStep } from '../kit/next-step.tsx';
import { Panel } from '../kit/panel.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { useAuth } from '../lib/auth.tsx';
import { formatDateTime } from '../lib/format.ts';
import { useApi } from '../lib/use-api.ts';

/** Maximum number of scans on the dashboard. */
const SHOWN = 5;

export function Activity() {
  const { t, i18n } = useTranslation('dashboard');
  const { role } = useAuth();
  const activity = useApi(calls.activity, {});
  return (
    <Panel title={t('activity.title')}>
      <QueryView query={activity}>
        {(scans) =>
          scans.length === 0 ? (
            <EmptyState
              icon={<QrCode2 />}
              title={t('activity.empty')}
              action={<NextStep step={role === 'site_owner' ? 'createQr' : 'scan'} />}
            />
          ) : (
            <List disablePadding>
              {scans.slice(0, SHOWN).map((scan, i) => (
                <ListItem key={scan.scanId} disableGutters divider={i < Math.min(scans.length, SHOWN) - 1}>
                  <ListItemText
                    primary={scan.name}
                    secondary={formatDateTime(scan.scanDate, i18n.language)}
                    slotProps={{ primary: { sx: { fontWeight: 600 } } }}
                    sx={{ pr: 1 }}
                  />
                  <Chip
                    size="small"
                    color={scan.isRedeemed ? 'primary' : 'default'}
                    label={scan.isRedeemed ? t('activity.redeemed') : t('activity.scanned')}
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
