import CallSplit from '@mui/icons-material/CallSplit';
import PlaylistAdd from '@mui/icons-material/PlaylistAdd';
import QrCode2 from '@mui/icons-material/QrCode2';
import { Box, Button, Card, Chip, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer, TreeRow } from '@perktree/contracts/qr/answers';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { ServerListView } from '../../kit/list/server-list.tsx';
import { MoreMenu } from '../../kit/more-menu.tsx';
import { EmptyState } from '../../kit/page.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { type LoadedList, useApiPages } from '../../lib/use-api.ts';
import { joined, useLocale } from '../../lib/use-locale.ts';
import { type OpenQrDialog, QrDialogHost } from '../../qr/shared/dialogs/qr-dialog-host.tsx';
import { QrValidity } from '../../qr/shared/dialogs/qr-fields.tsx';
import { useQrActions } from '../../qr/shared/dialogs/use-qr-actions.ts';
import { distributorRights, useOwnSiteConfigs } from '../../qr/shared/own-qrs.ts';
import { TreeBranch } from '../../qr/shared/tree/tree-branch.tsx';
import { useQrRows } from '../../qr/shared/tree/use-qr-rows.ts';
import { ScanStep, SignedOut } from './tab-bar.tsx';

/** A root that the distributor created and has not claimed. */
const isMade = (qr: TreeRow) => qr.parentQrId === null && !qr.isClaimed;

/**
 * The list without the roots that the distributor created and has not claimed, which are shown below it. It counts as not loaded while it has no
 * rows and more pages follow.
 */
export function inTrees(list: LoadedList<TreeRow>): LoadedList<TreeRow> {
  const items = list.items?.filter((qr) => !isMade(qr));
  const shownElsewhere = (list.items?.length ?? 0) - (items?.length ?? 0);
  return { ...list, items: items?.length === 0 && list.hasMore ? undefined : items, shownElsewhere };
}

type OpenDialog = (kind: OpenQrDialog['kind']) => void;

function QrItem(props: {
  qr: TreeRow;
  canSplit: boolean;
  canMakeSibling: boolean;
  canEdit: boolean;
  onOpen: OpenDialog;
}) {
  const { t, format } = useLocale('scanner');
  const { qr, onOpen } = props;
  const path = joined(qr.path?.map(({ name }) => name) ?? [], ' › ');
  return (
    <Card sx={{ p: 2 }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {path !== '' && <Typography variant="note">{t('qrCodes.path', { path })}</Typography>}
          <Typography variant="h3">{qr.name}</Typography>
          <Typography variant="quiet">{format.benefit(qr, 'scan')}</Typography>
        </Box>
        <QrMenu qr={qr} canEdit={props.canEdit} onOpen={onOpen} />
      </Stack>
      <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Chip
          size="small"
          color="success"
          label={t('qrCodes.commission', { percent: format.percent(qr.commissionPercent) })}
        />
        <Chip size="small" label={t('qrCodes.scans', { count: qr.totalScans })} />
        {qr.approval !== null && <Chip size="small" variant="outlined" label={t(`qrCodes.${qr.approval}`)} />}
        {qr.approval === null && !qr.isMine && (
          <Chip
            size="small"
            variant="outlined"
            label={t(qr.isClaimed ? 'qrCodes.claimedByOther' : 'qrCodes.unclaimed')}
          />
        )}
      </Stack>
      <QrValidity qr={qr} />
      <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1.5, flexWrap: 'wrap', '&:empty': { display: 'none' } }}>
        {props.canSplit && <OpenButton kind="split" icon={<CallSplit />} qr={qr} onOpen={onOpen} />}
        {props.canMakeSibling && <OpenButton kind="sibling" icon={<PlaylistAdd />} qr={qr} onOpen={onOpen} />}
      </Stack>
    </Card>
  );
}

function OpenButton(props: { kind: 'split' | 'sibling'; icon: ReactNode; qr: TreeRow; onOpen: OpenDialog }) {
  const { t } = useLocale('scanner');
  const { kind } = props;
  return (
    <Button
      variant="outlined"
      startIcon={props.icon}
      aria-label={t(`qrCodes.${kind}Of`, { name: props.qr.name })}
      onClick={() => props.onOpen(kind)}
    >
      {t(`qrCodes.${kind}`)}
    </Button>
  );
}

function QrMenu({ qr, canEdit, onOpen }: { qr: QrAnswer; canEdit: boolean; onOpen: OpenDialog }) {
  const { t } = useLocale('scanner');
  const actions = useQrActions();
  const items = [
    { label: t('qrCodes.stats'), run: () => actions.showStats(qr) },
    ...(canEdit ? [{ label: t('qrCodes.edit'), run: () => onOpen('edit') }] : []),
    { label: t('qrCodes.copyUrl'), run: () => actions.copyUrl(qr) },
    { label: t('qrCodes.download'), run: () => actions.download(qr) },
  ];
  const label = t('qrCodes.more', { name: qr.name });
  return <MoreMenu label={label} groups={[items]} button={{ sx: { mt: -1, mr: -1 } }} />;
}

/** All levels. */
const LEVELS = 33;
const NAMES = { prefix: 'qrs-', filters: [], sorts: ['created'] };

export default function QrCodesTab({ onScan }: { onScan: () => void }) {
  const { user, allRoles } = useAuth();
  if (user === null) return <SignedOut of="qrCodes" intent="distributor" />;
  // The call refuses other roles.
  return allRoles.includes('distributor') ? <OwnQrs onScan={onScan} /> : <NoQrs onScan={onScan} />;
}

/** @param hasOthers whether the list has QRs that are not counted */
function Heading({ count, hasOthers = false }: { count: number; hasOthers?: boolean }) {
  const { t } = useLocale('scanner');
  return (
    <Box sx={{ mb: 2 }}>
      <Typography variant="h2">{t('qrCodes.heading', { number: count })}</Typography>
      {hasOthers && <Typography sx={{ color: 'text.secondary' }}>{t('qrCodes.withBelow')}</Typography>}
    </Box>
  );
}

function NoQrs({ onScan }: { onScan: () => void }) {
  const { t } = useLocale('scanner');
  return (
    <>
      <Heading count={0} />
      <EmptyState icon={<QrCode2 />} title={t('qrCodes.empty')} action={<ScanStep onScan={onScan} />} />
    </>
  );
}

function OwnQrs({ onScan }: { onScan: () => void }) {
  const { t } = useLocale('scanner');
  const { role } = useAuth();
  // The roots below the list are not in a VirtualList, which would load dropped pages again.
  const { list, tree, isOpen, toggle } = useQrRows(null, NAMES, LEVELS, { keepsAllPages: true });
  const { items = [], error, hasMore, isLoading, loadMore } = list.loaded;
  const loaded = inTrees(list.loaded);
  useEffect(() => {
    if (loaded.items === undefined && hasMore && !isLoading && !error) loadMore();
  });
  const claimed = useApiPages(calls.listOwnQrs, { query: { show: 'mine', limit: '1' } }).total ?? 0;
  const sites = useOwnSiteConfigs(items);
  const rights = useMemo(() => distributorRights(sites), [sites]);
  const [open, setOpen] = useState<OpenQrDialog | null>(null);
  const canMakeSibling = role === 'site_owner';
  const item = useCallback(
    (qr: TreeRow) => (
      <TreeBranch
        level={qr.path === null ? qr.level : 0}
        childCount={qr.childCount}
        isOpen={isOpen(qr) === false ? false : undefined}
        onToggle={() => toggle(qr)}
      >
        <QrItem
          qr={qr}
          canSplit={rights.split(qr)}
          canMakeSibling={canMakeSibling}
          canEdit={rights.edit(qr)}
          onOpen={(kind) => setOpen({ kind, qr })}
        />
      </TreeBranch>
    ),
    [rights, canMakeSibling, isOpen, toggle],
  );
  if (error?.status === 403) return <NoQrs onScan={onScan} />;
  const made = items.filter(isMade);
  return (
    <>
      {list.loaded.items && (
        <Heading count={claimed} hasOthers={loaded.items?.some(({ isMine }) => !isMine) ?? false} />
      )}
      <ServerListView
        list={{ ...list, loaded }}
        label={t('tabs.qrCodes')}
        search={t('qrCodes.search')}
        nameOf={(name) => name}
        empty={<EmptyState icon={<QrCode2 />} title={t('qrCodes.empty')} action={<ScanStep onScan={onScan} />} />}
        keyOf={({ id }) => id}
        height={180}
        tree={tree}
        lines={false}
      >
        {item}
      </ServerListView>
      {made.length > 0 && (
        <>
          <Typography variant="h3" sx={{ mt: 3, mb: 1.5 }}>
            {t('qrCodes.made')}
          </Typography>
          <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {made.map((qr) => (
              <li key={qr.id}>{item(qr)}</li>
            ))}
          </Stack>
        </>
      )}
      <QrDialogHost open={open} onClose={() => setOpen(null)} />
    </>
  );
}
