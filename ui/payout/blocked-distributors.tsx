import { Button, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { BlockedDistributorAnswer } from '@perktree/contracts/distributor/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockDialog } from '../distributor/shared/block-dialog.tsx';
import { ServerListView } from '../kit/list/server-list-view.tsx';
import { useServerList } from '../kit/list/use-server-list.ts';
import { formatDateTime } from '../lib/format.ts';

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

const NAMES = { prefix: 'blocked', filters: [], sorts: ['newest', 'oldest'], pageLength: 20 } as const;

export function BlockedDistributors({ siteId }: { siteId: string }) {
  const { t } = useTranslation('distributors');
  const list = useServerList(calls.blockedDistributors, { siteId }, NAMES);
  const blockedRow = useCallback(
    (blocked: BlockedDistributorAnswer) => <BlockedRow siteId={siteId} blocked={blocked} />,
    [siteId],
  );
  const { items, error } = list.loaded;
  // Without a spinner: few sites have blocked a distributor.
  if (items === undefined && !error) return <div data-loading="" />;
  if (!list.isFiltering && !items?.length) return null;
  return (
    <>
      <Typography variant="h3" sx={{ mt: 3, mb: 1 }}>
        {t('blocked')}
      </Typography>
      <ServerListView
        list={list}
        label={t('blocked')}
        search={t('search')}
        nameOf={String}
        empty={null}
        keyOf={({ distributorId }) => distributorId}
        height={70}
        rowsByScrolling={0}
      >
        {blockedRow}
      </ServerListView>
    </>
  );
}

function BlockedRow({ siteId, blocked }: { siteId: string; blocked: BlockedDistributorAnswer }) {
  const { t, i18n } = useTranslation('distributors');
  const { distributorId, name, blockedAt, reason } = blocked;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, py: 0.5 }}>
      <ListItemText
        primary={personName(name, i18n.language)}
        secondary={joined([t('since', { date: formatDateTime(blockedAt, i18n.language) }), reason])}
      />
      <BlockButton siteId={siteId} distributor={{ id: distributorId, name, isBlocked: true }} />
    </Stack>
  );
}
