import { calls } from '@perktree/contracts/http/calls';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/auth.tsx';
import { useToast } from '../../lib/toast.tsx';
import { useApi } from '../../lib/use-api.ts';
import type { ScanResult } from './scan-state.ts';

/**
 * Tells the customer that staff have redeemed the scan that is shown, or confirmed its redemption, and calls back. Live updates (lib/live.ts) refetch
 * the scan. @param result null: there is no scan to wait for
 */
export function useRedeemedAtCounter(result: ScanResult | null, onRedeemed: () => void): void {
  const { t } = useTranslation('scanner');
  const toast = useToast();
  const isSignedIn = useAuth().user !== null;
  const scanId = result?.scanId;
  const scan = useApi(
    calls.myScan,
    { params: { scanId: scanId ?? '' } },
    { enabled: isSignedIn && scanId !== undefined },
  );
  const isRedeemed = (scan.data?.isRedeemed ?? false) && !scan.data?.awaitsConfirmation;
  const newest = useRef(onRedeemed);
  useEffect(() => {
    newest.current = onRedeemed;
  });
  useEffect(() => {
    if (!isRedeemed) return;
    toast({ title: t('redeem.success'), description: t('redeem.successText'), isNews: true });
    newest.current();
  }, [isRedeemed, t, toast]);
}
