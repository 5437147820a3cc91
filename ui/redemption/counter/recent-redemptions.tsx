import { Button, List, ListItem, ListItemText, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import { personName } from '@perktree/contracts/kernel/person-name';
import { benefitLabel } from '@perktree/contracts/qr/benefit';
import type { ConfirmedRedemptionAnswer } from '@perktree/contracts/redemption/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListDownload } from '../../kit/list/list-download.tsx';
import { ServerListView } from '../../kit/list/server-list-view.tsx';
import { useServerList } from '../../kit/list/use-server-list.ts';
import { Panel } from '../../kit/panel.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { formatDateTime, formatMoney } from '../../lib/format.ts';
import { CorrectDialog } from './correct-dialog.tsx';

const NAMES = { filters: ['confirmed', 'reversed'], sorts: ['newest', 'oldest'], pageLength: 20 } as const;

const redemption = (row: ConfirmedRedemptionAnswer) => <RedemptionRow row={row} />;

export function RecentRedemptions() {
  const { t } = useTranslation('counter');
  const list = useServerList(calls.validations, {}, NAMES);
  const title = t('recent.title');
  return (
    <Panel title={title} action={<ListDownload title={title} list={list} />}>
      <ServerListView
        list={list}
        label={title}
        search={t('recent.search')}
        nameOf={(state) => t(`recent.status.${state}`)}
        empty={<Sample />}
        keyOf={(row) => row.redemptionId}
        height={68}
      >
        {redemption}
      </ServerListView>
    </Panel>
  );
}

function Sample() {
  const { t } = useTranslation('counter');
  return (
    <List disablePadding>
      <ListItem disableGutters sx={{ gap: 1.5 }}>
        <ListItemText primary="20% Summer Discount" secondary={t('recent.sample')} />
        <StatusBadge tone="quiet" label={t('recent.status.confirmed')} />
      </ListItem>
    </List>
  );
}

function RedemptionRow({ row }: { row: ConfirmedRedemptionAnswer }) {
  const { t, i18n } = useTranslation('counter');
  const [correcting, setCorrecting] = useState(false);
  const parts = [
    formatMoney(row.saleAmount, row.currency, i18n.language),
    personName(row.customerName, i18n.language),
    row.siteName,
    formatDateTime(row.confirmedAt, i18n.language),
  ];
  return (
    <Stack direction="row" sx={{ gap: 1.5, py: 0.5, alignItems: 'center' }}>
      <ListItemText
        primary={benefitLabel(row.benefitTerms, i18n.language)}
        secondary={joined(parts)}
        slotProps={{ primary: { sx: { fontWeight: 600 } } }}
      />
      {row.correctableUntil !== null && (
        <Button size="small" onClick={() => setCorrecting(true)} sx={{ flex: 'none' }}>
          {t('correct.open')}
        </Button>
      )}
      <StatusBadge
        tone={row.status === 'Reversed' ? 'bad' : 'good'}
        label={t(`recent.status.${row.status === 'Reversed' ? 'reversed' : 'confirmed'}`)}
      />
      {correcting && (
        <CorrectDialog redemption={row} onClose={() => setCorrecting(false)} onDone={() => setCorrecting(false)} />
      )}
    </Stack>
  );
}
