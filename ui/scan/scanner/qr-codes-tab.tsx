import QrCode2 from '@mui/icons-material/QrCode2';
import { Box, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ServerListView } from '../../kit/list/server-list-view.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { loginPath } from '../../lib/public/login.ts';
import { useApiPages } from '../../lib/use-api.ts';
import { type OpenQrDialog, QrDialogHost } from '../../qr/shared/dialogs/qr-dialog-host.tsx';
import { distributorRights } from '../../qr/shared/distributor-rights.ts';
import { TreeBranch } from '../../qr/shared/tree/tree-branch.tsx';
import { useQrRows } from '../../qr/shared/tree/use-qr-rows.ts';
import { useOwnSiteConfigs } from '../../qr/shared/use-own-qrs.ts';
import { inTrees, isMade } from './in-trees.ts';
import { SCANNER_PATH } from './paths.ts';
import { QrItem } from './qr-item.tsx';
import { ScanStep } from './scan-step.tsx';

/** All levels. */
const LEVELS = 33;
const NAMES = { prefix: 'qrs-', filters: [], sorts: ['created'] };

export default function QrCodesTab({ onScan }: { onScan: () => void }) {
  const { t } = useTranslation('scanner');
  const { user, allRoles } = useAuth();
  if (user === null) {
    return (
      <EmptyState
        icon={<QrCode2 />}
        title={t('qrCodes.signedOut')}
        action={
          <Button variant="contained" href={loginPath('distributor', SCANNER_PATH)}>
            {t('qrCodes.signIn')}
          </Button>
        }
      />
    );
  }
  // The call refuses other roles.
  return allRoles.includes('distributor') ? <OwnQrs onScan={onScan} /> : <NoQrs onScan={onScan} />;
}

/** @param hasOthers whether the list has QRs that are not counted */
function Heading({ count, hasOthers = false }: { count: number; hasOthers?: boolean }) {
  const { t } = useTranslation('scanner');
  return (
    <Box sx={{ mb: 2 }}>
      <Typography variant="h2">{t('qrCodes.heading', { number: count })}</Typography>
      {hasOthers && <Typography sx={{ color: 'text.secondary' }}>{t('qrCodes.withBelow')}</Typography>}
    </Box>
  );
}

function NoQrs({ onScan }: { onScan: () => void }) {
  const { t } = useTranslation('scanner');
  return (
    <>
      <Heading count={0} />
      <EmptyState icon={<QrCode2 />} title={t('qrCodes.empty')} action={<ScanStep onScan={onScan} />} />
    </>
  );
}

function OwnQrs({ onScan }: { onScan: () => void }) {
  const { t } = useTranslation('scanner');
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
