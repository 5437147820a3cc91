import { ListItemText, Stack, Typography, useMediaQuery } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { BlockedDistributorAnswer, TopDistributorAnswer } from '@perktree/contracts/distributor/calls';
import { type ReactNode, useCallback } from 'react';
import { DialogButton } from '../kit/confirm-button.tsx';
import { DataTable, type TableColumn } from '../kit/figures.tsx';
import { ServerListView, useServerList } from '../kit/list/server-list.tsx';
import { onDemand } from '../kit/on-demand.tsx';
import { Rows } from '../kit/rows.tsx';
import { joined, useLocale } from '../lib/use-locale.ts';

const BlockDialog = onDemand(() => import('../distributor/shared/block-dialog.tsx'));

interface FiguresRow extends Pick<TopDistributorAnswer, 'qrs' | 'scans' | 'redemptions' | 'commission' | 'currency'> {
  readonly id: string;
  readonly name: string;
  /** Given for all rows or for none, like `action`. */
  readonly rank?: string;
  readonly action?: ReactNode;
}

interface Figures {
  /** Title of the first column. */
  readonly of: string;
  readonly rows: readonly FiguresRow[];
}

export function FiguresTable({ of, rows }: Figures) {
  const { t, format } = useLocale('payouts');
  const isWide = useMediaQuery(useTheme().breakpoints.up('sm'));
  const money = ({ commission, currency }: FiguresRow) => format.money(commission, currency);
  const right = (title: string, value: (row: FiguresRow) => ReactNode) => ({ title, value, align: 'right' as const });
  const figures = (['qrs', 'scans', 'redemptions'] as const).map((name) =>
    right(t(`top.${name}`), (row) => format.number(row[name])),
  );
  const [first] = rows;
  const columns: readonly TableColumn<FiguresRow>[] = [
    { title: of, value: ({ name }) => name },
    ...(first?.rank === undefined ? [] : [right(t('top.own.rank'), ({ rank }) => rank)]),
    ...figures,
    right(t('top.commission'), money),
    ...(first?.action === undefined ? [] : [right('', ({ action }) => action)]),
  ];
  if (isWide) return <DataTable label={t('top.title')} columns={columns} rows={rows} keyOf={({ id }) => id} />;
  return (
    <Rows items={rows} keyOf={({ id }) => id} sx={{ columnGap: 2, flexWrap: 'wrap' }}>
      {(row) => (
        <>
          <ListItemText
            primary={row.name}
            secondary={joined([
              row.rank !== undefined && `${t('top.own.rank')} ${row.rank}`,
              ...figures.map(({ title, value }) => `${value(row)} ${title}`),
            ])}
            slotProps={{ primary: { sx: { fontWeight: 600 } } }}
            sx={{ flex: '1 1 140px' }}
          />
          <Typography sx={{ fontWeight: 700, flex: 'none', ml: 'auto' }}>{money(row)}</Typography>
          {row.action}
        </>
      )}
    </Rows>
  );
}

export function BlockButton(props: { siteId: string; distributor: { id: string; name: string; isBlocked: boolean } }) {
  const { t, format } = useLocale('distributors');
  const { name, isBlocked } = props.distributor;
  const action = isBlocked ? 'unblock' : 'block';
  return (
    <DialogButton
      size="small"
      color={isBlocked ? 'primary' : 'error'}
      aria-label={t(`${action}.of`, { name: format.person(name) })}
      dialog={(close) => <BlockDialog {...props} onClose={close} />}
    >
      {t(`${action}.submit`)}
    </DialogButton>
  );
}

const NAMES = { prefix: 'blocked', filters: [], sorts: ['newest', 'oldest'], pageLength: 20 } as const;

export function BlockedDistributors({ siteId }: { siteId: string }) {
  const { t } = useLocale('distributors');
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
  const { t, format } = useLocale('distributors');
  const { distributorId, name, blockedAt, reason } = blocked;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2, py: 0.5 }}>
      <ListItemText
        primary={format.person(name)}
        secondary={joined([t('since', { date: format.dateTime(blockedAt) }), reason])}
      />
      <BlockButton siteId={siteId} distributor={{ id: distributorId, name, isBlocked: true }} />
    </Stack>
  );
}
