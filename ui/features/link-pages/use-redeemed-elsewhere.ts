import { useEffect, useRef } from 'react';

/** Calls back once an open scan has been redeemed by somebody else: staff at the counter. Left out: there is none open. */
export function useRedeemedElsewhere(scanId: string | undefined, onRedeemed: () => Promise<void>): void {
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
      if (!isGone) stop = watchScan(scanId, () => void newest.current());
    });
    void started.catch(() => {});
    return () => {
      isGone = true;
      stop?.();
    };
  }, [scanId]);
}
