import ArrowBack from '@mui/icons-material/ArrowBack';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import History from '@mui/icons-material/History';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { AppBar, Box, Button, Card, Chip, Stack, Toolbar, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { useEffect, useEffectEvent, useState } from 'react';
import { NotLoaded } from '../../kit/list/list-footer.tsx';
import { VirtualList } from '../../kit/list/virtual-list.tsx';
import { FULL_HEIGHT, Loading } from '../../kit/loading.tsx';
import { onDemand } from '../../kit/on-demand.tsx';
import { EmptyState } from '../../kit/page.tsx';
import { ScreenHeading } from '../../kit/screen-heading.tsx';
import { UserMenu } from '../../kit/user-menu/user-menu.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { takePendingClaim, takePendingRedemption } from '../../lib/pending.ts';
import { useNow } from '../../lib/public/time.ts';
import { useToast } from '../../lib/toast.tsx';
import { extractToken } from '../../lib/token.ts';
import { useApi, useApiPages } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';
import { NotificationBell } from '../../notification/shared/notification-bell.tsx';
import { CodeRow, type ScanStatus, scanStatus } from '../../redemption/shared/code/code-row.tsx';
import { isUnreachable, SavedCodes } from '../shared/saved-codes.tsx';
import { type ScanResult, scanResultOf, type TabName } from './result-card.tsx';
import { ScannerTab, useRedeem, useScan } from './scanner-tab.tsx';
import { ScanStep, SignedOut, TAB_BAR_HEIGHT, TabBar, tabIds } from './tab-bar.tsx';
import { ClaimingDialog, useClaim } from './use-claim.tsx';

interface QueryToken {
  /** Null: the parameter cannot be read. */
  readonly token: string | null;
}

/**
 * Reads the `token` query parameter and removes it from the address bar, so that a reload or a shared address does
 * not scan again. Null without the parameter.
 */
function takeQueryToken(): QueryToken | null {
  const address = new URL(window.location.href);
  const value = address.searchParams.get('token');
  if (value === null) return null;
  address.search = '';
  window.history.replaceState(window.history.state, '', address.pathname + address.hash);
  return { token: extractToken(value) || null };
}

const COLOURS = {
  redeemed: 'default',
  undone: 'default',
  expired: 'error',
  available: 'success',
} as const satisfies Record<ScanStatus, string>;

function ScanItem({ scan }: { scan: MyScanAnswer }) {
  const { t, format } = useLocale('scanner');
  const status = scanStatus(scan, useNow());
  const benefit = format.benefit(scan, 'scan');
  return (
    <Card sx={{ p: 2 }}>
      <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="h3" component="h2">
            {benefit}
          </Typography>
          <Typography variant="quiet">{scan.siteName || t('scans.business')}</Typography>
        </Box>
        <Chip
          size="small"
          label={t(`scans.${status}`)}
          color={COLOURS[status]}
          variant={status === 'available' ? 'filled' : 'outlined'}
        />
      </Stack>
      {(status === 'available' || status === 'expired') && scan.expiresAtUtc && (
        <Typography variant="quiet" sx={{ mt: 1 }}>
          {t(status === 'expired' ? 'scans.expiredOn' : 'scans.expires', { date: format.dateTime(scan.expiresAtUtc) })}
        </Typography>
      )}
      {(status === 'available' || scan.awaitsConfirmation) && (
        <CodeRow benefit={benefit} scan={scan} awaitsConfirmation={scan.awaitsConfirmation} />
      )}
    </Card>
  );
}

function ScansTab({ onScan }: { onScan: () => void }) {
  const { t } = useLocale('scanner');
  const isSignedIn = useAuth().user !== null;
  if (!isSignedIn) return <SignedOut of="scans" intent="customer" />;
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{t('scans.subtitle')}</Typography>
      <ScanList onScan={onScan} />
    </>
  );
}

const scanItem = (scan: MyScanAnswer) => <ScanItem scan={scan} />;

function ScanList({ onScan }: { onScan: () => void }) {
  const { t } = useLocale('scanner');
  const list = useApiPages(calls.myScans, { query: { limit: '24' } }, { staleTime: Number.POSITIVE_INFINITY });
  if (isUnreachable(list)) return <SavedCodes list={list}>{scanItem}</SavedCodes>;
  if (list.items === undefined) return <NotLoaded list={list} />;
  if (list.items.length === 0)
    return <EmptyState icon={<History />} title={t('scans.empty')} action={<ScanStep onScan={onScan} />} />;
  return (
    <VirtualList list={list} label={t('tabs.scans')} keyOf={(scan) => scan.scanId} height={150} cards={300}>
      {scanItem}
    </VirtualList>
  );
}

function ScannerHeader({ tab }: { tab: TabName }) {
  const { t } = useLocale(['scanner', 'common']);
  const { user, role } = useAuth();
  const isSignedIn = user !== null;
  // Customers have no dashboard.
  const links =
    role === 'customer'
      ? [{ to: '/earnings', label: t('user.earnings'), icon: PaymentsOutlined }]
      : [{ to: '/dashboard', label: t('common:userMenu.dashboard'), icon: DashboardOutlined }];
  return (
    <AppBar
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
    >
      <Toolbar sx={{ width: '100%', maxWidth: { xs: 640, md: 800 }, mx: 'auto', minHeight: 60, gap: 1, px: 2 }}>
        {!isSignedIn && (
          // A plain link: the landing page is another document.
          <Button href="/" color="inherit" startIcon={<ArrowBack />} sx={{ ml: -1, px: 1 }}>
            {t('back')}
          </Button>
        )}
        <ScreenHeading
          title={t(`title.${tab}`)}
          sx={{ flex: 1, fontSize: '1.25rem', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        />
        {isSignedIn && <NotificationBell />}
        {isSignedIn && <UserMenu links={links} />}
      </Toolbar>
    </AppBar>
  );
}

/**
 * Shows a toast and calls back when staff redeem or confirm the shown scan. Live updates (lib/live.ts) refetch it.
 * @param result null: no scan to wait for
 */
function useRedeemedAtCounter(result: ScanResult | null, onRedeemed: () => void): void {
  const { t } = useLocale('scanner');
  const toast = useToast();
  const isSignedIn = useAuth().user !== null;
  const scanId = result?.scanId;
  const scan = useApi(
    calls.myScan,
    { params: { scanId: scanId ?? '' } },
    { enabled: isSignedIn && scanId !== undefined },
  );
  const isRedeemed = (scan.data?.isRedeemed ?? false) && !scan.data?.awaitsConfirmation;
  const report = useEffectEvent(() => {
    toast({ title: t('redeem.success'), description: t('redeem.successText'), isNews: true });
    onRedeemed();
  });
  useEffect(() => {
    if (isRedeemed) report();
  }, [isRedeemed]);
}

/** Of distributors alone, with the dialogs of their QRs. */
const QrCodesTab = onDemand(() => import('./qr-codes-tab.tsx'), <Loading />);

export default function ScannerPage() {
  const { isLoading, user } = useAuth();
  const [tab, setTab] = useState<TabName>('scanner');
  const scanning = useScan();
  const [unreadable, setUnreadable] = useState(false);
  const finish = (next: TabName) => {
    scanning.clear();
    setTab(next);
  };
  const redeeming = useRedeem(() => finish('scans'));
  const claiming = useClaim(() => finish('qrCodes'));
  const isSignedIn = user !== null;
  const isSettled = redeeming.isPending || scanning.result?.redeemObstacle === 'redeemed';
  useRedeemedAtCounter(isSettled ? null : scanning.result, () => finish('scans'));

  const { scan, restore } = scanning;
  useEffect(() => {
    const taken = takeQueryToken();
    if (taken?.token) void scan(taken.token);
    else if (taken) setUnreadable(true);
  }, [scan]);

  const { askFor } = claiming;
  useEffect(() => {
    if (!isSignedIn) return;
    const redemption = takePendingRedemption();
    const result = redemption && scanResultOf(redemption);
    if (result) void restore(result);
    const claim = takePendingClaim();
    if (claim) askFor(claim);
  }, [isSignedIn, restore, askFor]);

  if (isLoading) return <Loading page />;
  return (
    <Box sx={{ ...FULL_HEIGHT, pb: { xs: `calc(${TAB_BAR_HEIGHT}px + env(safe-area-inset-bottom))`, md: 0 } }}>
      <ScannerHeader tab={tab} />
      <TabBar tab={tab} onChange={setTab} />
      <Box component="main" sx={{ maxWidth: { xs: 640, md: 800 }, mx: 'auto', p: 2, pt: 3 }}>
        <div role="tabpanel" id={tabIds(tab).panel} aria-labelledby={tabIds(tab).tab}>
          {tab === 'scans' && <ScansTab onScan={() => setTab('scanner')} />}
          {tab === 'scanner' && (
            <ScannerTab unreadable={unreadable} scanning={scanning} redeeming={redeeming} claiming={claiming} />
          )}
          {tab === 'qrCodes' && <QrCodesTab onScan={() => setTab('scanner')} />}
        </div>
      </Box>
      <ClaimingDialog claiming={claiming} />
    </Box>
  );
}
