import { installWorker } from '../../installed/install-worker.ts';
import { saveAccount, saveCode } from '../../lib/device-copy.ts';
import { openLiveStream } from '../../lib/live-stream.ts';
import { rememberPosition } from '../../lib/public/position.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';

/**
 * Reads one scan after each change of the customer's scans, and calls back when it is redeemed or confirmed. It reads
 * this scan alone, because a list of the newest scans may no longer contain it. Saves the code on this device until
 * it is redeemed.
 * @returns stops watching
 */
export function watchScan(scanId: string, onRedeemed: (awaitsConfirmation: boolean) => void): () => void {
  const poll = async () => {
    const scan = await publicCalls.myScan(scanId);
    saveCode(scan);
    if (scan.isRedeemed) onRedeemed(scan.awaitsConfirmation);
  };
  // Ignore a failed read: the next change triggers another one.
  const pollQuietly = () => void poll().catch(() => {});
  const close = openLiveStream({
    onInvalidate({ position, keys }) {
      if (!keys.some((key) => '/api/me/scans'.startsWith(key.join('/')))) return;
      rememberPosition(position);
      pollQuietly();
    },
  });
  void saveForOffline().then(pollQuietly, () => {});
  return () => {
    close();
    // After a redemption on this page, this removes the saved code.
    pollQuietly();
  };
}

/** Saves the account that owns the code, and installs the application that shows it offline. */
async function saveForOffline(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded));
  const [user, roleInfo] = await Promise.all([publicCalls.user(), publicCalls.userRole()]);
  saveAccount(user, roleInfo);
  installWorker(() => {});
}
