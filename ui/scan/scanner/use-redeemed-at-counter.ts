import { calls } from '@perktree/contracts/catalogue/calls';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/auth.tsx';
import { useToast } from '../../lib/toast.tsx';
import { useApi } from '../../lib/use-api.ts';
import type { ScanResult } from './scan-state.ts';

/**
 * Shows a toast and calls back when staff redeem or confirm the shown scan. Live updates (lib/live.ts) refetch it.
 * @param result null: no scan to wait for
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
