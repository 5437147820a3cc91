import { Alert, List, ListItem, ListItemText, Stack, Typography } from '@mui/material';
import type { PublishedKey } from '@perktree/contracts/audit/chain-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useApi } from '../../lib/use-api.ts';
import { utcTime } from './utc-time.ts';

export function KeysPanel() {
  const { t } = useTranslation('heads');
  const keys = useApi(calls.auditKeys, {});
  return (
    <Panel title={t('keys.title')} subtitle={t('keys.subtitle')}>
      <QueryView query={keys} problem={t('keys.failed')}>
        {(data) =>
          data.keys.length === 0 ? (
            <Alert severity="info">{t('keys.none')}</Alert>
          ) : (
            <List disablePadding aria-label={t('keys.title')}>
              {data.keys.map((key, n) => (
                <ListItem key={key.keyId} disableGutters divider={n < data.keys.length - 1}>
                  <Key {...key} />
                </ListItem>
              ))}
            </List>
          )
        }
      </QueryView>
    </Panel>
  );
}

const TONES = { inUse: 'good', replaced: 'quiet', revoked: 'bad' } as const;

function Key({ keyId, publicKey, since, until, handOver, revoked }: PublishedKey) {
  const { t, i18n } = useTranslation('heads');
  const time = (iso: string) => utcTime(iso, i18n.language);
  const state = revoked ? 'revoked' : until === null ? 'inUse' : 'replaced';
  const facts = [
    until === null
      ? t('keys.since', { since: time(since) })
      : t('keys.from', { since: time(since), until: time(until) }),
    handOver ? t('keys.signedBy', { key: handOver.from }) : t('keys.first'),
    ...(revoked ? [t('keys.revokedFrom', { at: time(revoked.at), reason: revoked.reason, key: revoked.by })] : []),
  ];
  return (
    <ListItemText
      primary={
        <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <span>{keyId}</span>
          <StatusBadge tone={TONES[state]} label={t(`keys.${state}`)} />
        </Stack>
      }
      secondary={
        <>
          {facts.map((fact) => (
            <Typography key={fact} component="span" variant="body2" sx={{ display: 'block' }}>
              {fact}
            </Typography>
          ))}
          <Typography component="code" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {publicKey}
          </Typography>
        </>
      }
      slotProps={{ primary: { component: 'div' }, secondary: { component: 'div' } }}
    />
  );
}
