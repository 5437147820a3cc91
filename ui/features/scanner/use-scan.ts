import { calls } from '@perktree/contracts/http/calls';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.tsx';
import { extractScannedToken, extractToken } from '../../lib/token.ts';
import { type ScanResult, scanResultOf } from './scan-state.ts';

/** Scanning, and the result that the card shows until it is cleared. */
export function useScan() {
  const { t } = useTranslation('scanner');
  const toast = useToast();
  const [result, setResult] = useState<ScanResult | null>(null);
  const [isScanning, setIsScanning] = useState(false);

  const scan = useCallback(
    async (token: string) => {
      setIsScanning(true);
      try {
        const answer = await callApi(calls.scan, { body: { token } });
        const scanned = scanResultOf(answer);
        if (scanned) setResult(scanned);
        else toast({ title: t('scan.failed'), description: answer.message, variant: 'destructive' });
      } catch (error) {
        const said = error instanceof ApiError ? error.serverMessage : '';
        toast({ title: t('scan.error'), description: said || t('scan.unknownError'), variant: 'destructive' });
      } finally {
        setIsScanning(false);
      }
    },
    [t, toast],
  );

  const scanToken = (token: string | null) => {
    if (token) return void scan(token);
    toast({ title: t('scan.invalid'), description: t('scan.invalidText'), variant: 'destructive' });
  };
  /** What the camera read: only a URL is a code of ours. */
  const scanDecoded = (text: string) => scanToken(extractScannedToken(text));
  /** What somebody typed: a link, or the token alone. */
  const scanTyped = (text: string) => scanToken(extractToken(text));

  /**
   * A result from before login. The scan was a visitor's then: scanning again opens it for the customer, which is what
   * gets redeemed. Where that is refused, the card stays as it was and redeeming says why.
   */
  const restore = useCallback(async (kept: ScanResult) => {
    setResult(kept);
    try {
      const scanned = scanResultOf(await callApi(calls.scan, { body: { token: kept.token } }));
      if (scanned) setResult(scanned);
    } catch {
      // Shown is what was scanned before.
    }
  }, []);

  return { result, isScanning, scan, scanDecoded, scanTyped, restore, clear: useCallback(() => setResult(null), []) };
}
