import { installWorker } from '../../installed/install-worker.ts';
import { keepAccount, keepCodes } from '../../lib/device-copy.ts';
import { openLiveStream } from '../../lib/live-stream.ts';
import { rememberPosition } from '../../lib/plain/position.ts';
import { publicCalls } from '../../lib/plain/public-calls.ts';

/**
 * Looks after every change of one's scans whether this one is redeemed, and calls back when it is. Its code is kept on
 * this device until then, to be shown without a network as well. @returns stops it
 */
export function watchScan(scanId: string, onRedeemed: () => void): () => void {
  const look = async () => {
    const scans = await publicCalls.myScans();
    keepCodes(scans);
    if (scans.some((scan) => scan.scanId === scanId && scan.isRedeemed)) onRedeemed();
  };
  // A look that fails is made up for by the next change.
  const lookUnlessItFails = () => void look().catch(() => {});
  const close = openLiveStream({
    onInvalidate({ position, keys }) {
      if (!keys.some((key) => '/api/me/scans'.startsWith(key.join('/')))) return;
      rememberPosition(position);
      lookUnlessItFails();
    },
  });
  void keepForOffline().then(lookUnlessItFails, () => {});
  return () => {
    close();
    // Redeemed on this page: from now on there is no such code.
    lookUnlessItFails();
  };
}

/** The account that the codes belong to, and the application that shows them; once the page itself has been loaded. */
async function keepForOffline(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded));
  const [user, roleInfo] = await Promise.all([publicCalls.user(), publicCalls.userRole()]);
  keepAccount(user, roleInfo);
  installWorker(() => {});
}
