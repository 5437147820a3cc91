import { Button, List, ListItem, ListItemText, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { personName } from '@perktree/contracts/person-name';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockDialog } from '../../components/block-dialog.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';

/** Blocks or unblocks a distributor of a site. */
export function BlockButton(props: { siteId: string; distributor: { id: string; name: string; isBlocked: boolean } }) {
  const { t, i18n } = useTranslation('distributors');
  const [isOpen, setIsOpen] = useState(false);
  const { name, isBlocked } = props.distributor;
  const action = isBlocked ? 'unblock' : 'block';
  return (
    <>
      <Button
        size="small"
        color={isBlocked ? 'primary' : 'error'}
        aria-label={t(`${action}.of`, { name: personName(name, i18n.language) })}
        onClick={() => setIsOpen(true)}
      >
        {t(`${action}.submit`)}
      </Button>
      {isOpen && <BlockDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Who is blocked on a site, with the reason; nothing while no distributor is. */
export function BlockedDistributors({ siteId }: { siteId: string }) {
  const { t, i18n } = useTranslation('distributors');
  const blocked = useApi(calls.blockedDistributors, { params: { siteId } }, { enabled: siteId !== '' });
  if (!blocked.data || blocked.data.length === 0) return null;
  return (
    <>
      <Typography variant="h3" sx={{ mt: 3 }}>
        {t('blocked')}
      </Typography>
      <List disablePadding>
        {blocked.data.map(({ distributorId, name, blockedAt, reason }) => (
          <ListItem
            key={distributorId}
            disableGutters
            secondaryAction={<BlockButton siteId={siteId} distributor={{ id: distributorId, name, isBlocked: true }} />}
          >
            <ListItemText
              primary={personName(name, i18n.language)}
              secondary={[t('since', { date: formatDateTime(blockedAt, i18n.language) }), reason]
                .filter(Boolean)
                .join(' · ')}
              slotProps={{
                primary: { sx: { overflowWrap: 'anywhere' } },
                secondary: { sx: { overflowWrap: 'anywhere' } },
              }}
              sx={{ pr: 10 }}
            />
          </ListItem>
        ))}
      </List>
    </>
  );
}
