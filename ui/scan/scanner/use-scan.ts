import { calls } from '@perktree/contracts/catalogue/calls';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.tsx';
import { extractScannedToken, extractToken } from '../../lib/token.ts';
import { type ScanResult, scanResultOf } from './scan-state.ts';

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
        const reason = error instanceof ApiError ? error.serverMessage : '';
        toast({ title: t('scan.error'), description: reason || t('scan.unknownError'), variant: 'destructive' });
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
  /** From the camera: only URLs are accepted. */
  const scanDecoded = (text: string) => scanToken(extractScannedToken(text));
  /** Typed: a link or a bare token. */
  const scanTyped = (text: string) => scanToken(extractToken(text));

  /**
   * Restores a result from before login. The scan was anonymous, so it is repeated to open it for the customer. If
   * that is refused the card stays, and redeeming gives the reason.
   */
  const restore = useCallback(async (kept: ScanResult) => {
    setResult(kept);
    try {
      const scanned = scanResultOf(await callApi(calls.scan, { body: { token: kept.token } }));
      // Unless the customer has moved on meanwhile.
      if (scanned) setResult((shown) => (shown === kept ? scanned : shown));
    } catch {
      // Keep showing the earlier result.
    }
  }, []);

  return { result, isScanning, scan, scanDecoded, scanTyped, restore, clear: useCallback(() => setResult(null), []) };
}
