import { useEffect, useRef } from 'react';

/**
 * Calls back when staff redeem an open scan at the counter, or confirm its redemption.
 * @param scanId undefined: there is no open scan
 */
export function useRedeemedElsewhere(
  scanId: string | undefined,
  onRedeemed: (awaitsConfirmation: boolean) => Promise<void>,
): void {
  const newest = useRef(onRedeemed);
  useEffect(() => {
    newest.current = onRedeemed;
  });
  useEffect(() => {
    if (scanId === undefined) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    // Fetched where somebody has a code to show; without it the page is as fresh as it was when it opened.
    const started = import('./live-scan.ts').then(({ watchScan }) => {
      if (!isGone) stop = watchScan(scanId, (awaitsConfirmation) => void newest.current(awaitsConfirmation));
    });
    void started.catch(() => {});
    return () => {
      isGone = true;
      stop?.();
    };
  }, [scanId]);
}
