import { useEffect, useRef } from 'react';

/**
 * Calls back when staff redeem or confirm an open scan at the counter.
 * @param scanId undefined: no open scan
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
    // If the module cannot be loaded, the page works without live updates.
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
