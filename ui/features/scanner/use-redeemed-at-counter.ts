import { calls } from '@perktree/contracts/http/calls';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/auth.tsx';
import { useToast } from '../../lib/toast.tsx';
import { useApiList } from '../../lib/use-api.ts';
import type { ScanResult } from './scan-state.ts';

/**
 * Tells the customer that staff have redeemed the scan that is shown, and calls back. The list of one's scans is kept
 * fresh by itself (lib/live.ts). @param result null: there is none to wait for
 */
export function useRedeemedAtCounter(result: ScanResult | null, onRedeemed: () => void): void {
  const { t } = useTranslation('scanner');
  const toast = useToast();
  const isSignedIn = useAuth().user !== null;
  const scanId = result?.scanId;
  const scans = useApiList(calls.myScans, {}, { enabled: isSignedIn && scanId !== undefined });
  const isRedeemed = scans.data?.some((scan) => scan.scanId === scanId && scan.isRedeemed) ?? false;
  const newest = useRef(onRedeemed);
  useEffect(() => {
    newest.current = onRedeemed;
  });
  useEffect(() => {
    if (!isRedeemed) return;
    toast({ title: t('redeem.success'), description: t('redeem.successText') });
    newest.current();
  }, [isRedeemed, t, toast]);
}
