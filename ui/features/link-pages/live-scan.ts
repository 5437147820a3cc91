import { installWorker } from '../../installed/install-worker.ts';
import { keepAccount, keepCode } from '../../lib/device-copy.ts';
import { openLiveStream } from '../../lib/live-stream.ts';
import { rememberPosition } from '../../lib/plain/position.ts';
import { publicCalls } from '../../lib/plain/public-calls.ts';

/**
 * Reads this one scan after each change of the customer's scans, and calls back when it is redeemed or confirmed. The call is for the
 * scan itself, because a list of the newest scans may no longer contain it. The code is kept on this device until the
 * scan is redeemed, so that it can be shown offline. @returns stops watching
 */
export function watchScan(scanId: string, onRedeemed: (awaitsConfirmation: boolean) => void): () => void {
  const look = async () => {
    const scan = await publicCalls.myScan(scanId);
    keepCode(scan);
    if (scan.isRedeemed) onRedeemed(scan.awaitsConfirmation);
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
