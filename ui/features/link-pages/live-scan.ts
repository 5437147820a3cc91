import { openLiveStream } from '../../lib/live-stream.ts';
import { rememberPosition } from '../../lib/plain/position.ts';
import { publicCalls } from '../../lib/plain/public-calls.ts';

/** Looks after every change of one's scans whether this one is redeemed, and calls back when it is. @returns stops it */
export function watchScan(scanId: string, onRedeemed: () => void): () => void {
  const look = async () => {
    const scans = await publicCalls.myScans();
    if (scans.some((scan) => scan.scanId === scanId && scan.isRedeemed)) onRedeemed();
  };
  return openLiveStream({
    onInvalidate({ position, keys }) {
      if (!keys.some((key) => '/api/me/scans'.startsWith(key.join('/')))) return;
      rememberPosition(position);
      // A look that fails is made up for by the next change.
      void look().catch(() => {});
    },
  });
}
