import { Box } from '@mui/material';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Loading } from '../../kit/loading.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { takePendingClaim, takePendingRedemption } from '../../lib/pending.ts';
import { ClaimDialog } from './claim-dialog.tsx';
import { takeQueryToken } from './query-token.ts';
import { scanResultOf, type TabName } from './scan-state.ts';
import { ScannerHeader } from './scanner-header.tsx';
import { ScannerTab } from './scanner-tab.tsx';
import { ScansTab } from './scans-tab.tsx';
import { TAB_BAR_HEIGHT, TabBar, tabIds } from './tab-bar.tsx';
import { useClaim } from './use-claim.ts';
import { useRedeem } from './use-redeem.ts';
import { useRedeemedAtCounter } from './use-redeemed-at-counter.ts';
import { useScan } from './use-scan.ts';

/** Of distributors alone, with the dialogs of their QRs. */
const QrCodesTab = lazy(() => import('./qr-codes-tab.tsx'));

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
    <Box sx={{ minHeight: '100dvh', pb: { xs: `calc(${TAB_BAR_HEIGHT}px + env(safe-area-inset-bottom))`, md: 0 } }}>
      <ScannerHeader tab={tab} />
      <TabBar tab={tab} onChange={setTab} />
      <Box component="main" sx={{ maxWidth: { xs: 640, md: 800 }, mx: 'auto', p: 2, pt: 3 }}>
        <div role="tabpanel" id={tabIds(tab).panel} aria-labelledby={tabIds(tab).tab}>
          {tab === 'scans' && <ScansTab onScan={() => setTab('scanner')} />}
          {tab === 'scanner' && (
            <ScannerTab unreadable={unreadable} scanning={scanning} redeeming={redeeming} claiming={claiming} />
          )}
          {tab === 'qrCodes' && (
            <Suspense fallback={<Loading />}>
              <QrCodesTab onScan={() => setTab('scanner')} />
            </Suspense>
          )}
        </div>
      </Box>
      <ClaimDialog claiming={claiming} />
    </Box>
  );
}
