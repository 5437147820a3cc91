import QrCodeScanner from '@mui/icons-material/QrCodeScanner';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../kit/on-demand.tsx';
import { callApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useAuth } from '../../lib/auth.tsx';
import { savePendingRedemption } from '../../lib/pending.ts';
import { loginPath } from '../../lib/public/login.ts';
import { useToast } from '../../lib/toast.tsx';
import { extractScannedToken, extractToken } from '../../lib/token.ts';
import { queryKeyOf, useCommand } from '../../lib/use-api.ts';
import { ResultCard, SCANNER_PATH, type ScanResult, scanResultOf } from './result-card.tsx';
import type { useClaim } from './use-claim.tsx';

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

/** Redeems from the result card, after login if signed out. */
export function useRedeem(onRedeemed: () => void) {
  const { t } = useTranslation('scanner');
  const { user } = useAuth();
  const client = useQueryClient();

  const command = useCommand({
    send: ({ token }: ScanResult) => callApi(calls.redeem, { body: { token } }),
    done: ({ success, message }) =>
      success
        ? { title: t('redeem.success'), description: t('redeem.successText') }
        : { title: t('redeem.failed'), description: message, variant: 'destructive' },
    failed: t('redeem.error'),
    onDone: ({ success }, { token }) => {
      if (!success) {
        void client.invalidateQueries({ queryKey: queryKeyOf(calls.customerScanInfo, { params: { token } }) });
        return;
      }
      void client.invalidateQueries({ queryKey: queryKeyOf(calls.myScans) });
      onRedeemed();
    },
  });

  const redeem = (result: ScanResult) => {
    if (user) return command.mutate(result);
    savePendingRedemption(result);
    window.location.assign(loginPath('customer', SCANNER_PATH));
  };
  return { redeem, isPending: command.isPending };
}

const ScanQrDialog = onDemand(async () => ({
  default: (await import('../../kit/camera/scan-qr-dialog.tsx')).ScanQrDialog,
}));

export function ScannerTab(props: {
  /** The opened link has no readable code. */
  unreadable: boolean;
  scanning: ReturnType<typeof useScan>;
  redeeming: ReturnType<typeof useRedeem>;
  claiming: ReturnType<typeof useClaim>;
}) {
  const { t } = useTranslation('scanner');
  const { scanning, redeeming, claiming } = props;
  const [camera, setCamera] = useState<'unused' | 'open' | 'closed'>('unused');

  if (scanning.result) {
    return (
      <ResultCard
        result={scanning.result}
        isPending={redeeming.isPending || claiming.isPending}
        onRedeem={redeeming.redeem}
        onClaim={claiming.claim}
        onClear={scanning.clear}
      />
    );
  }
  return (
    <>
      {props.unreadable && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('scan.unreadableLink')}
        </Alert>
      )}
      <Invitation isScanning={scanning.isScanning} onStart={() => setCamera('open')} />
      {camera !== 'unused' && (
        <ScanQrDialog
          open={camera === 'open'}
          onClose={() => setCamera('closed')}
          onDecoded={(text) => {
            setCamera('closed');
            scanning.scanDecoded(text);
          }}
          onTyped={(text) => {
            setCamera('closed');
            scanning.scanTyped(text);
          }}
        />
      )}
    </>
  );
}

function Invitation({ isScanning, onStart }: { isScanning: boolean; onStart: () => void }) {
  const { t } = useTranslation('scanner');
  return (
    <Stack spacing={1} sx={{ alignItems: 'center', textAlign: 'center', py: { xs: 4, sm: 8 } }}>
      <Box
        aria-hidden="true"
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 144,
          height: 144,
          mb: 2,
          border: '3px dashed',
          borderColor: 'primary.main',
          borderRadius: '24px',
          bgcolor: 'primary.light',
          color: 'primary.main',
        }}
      >
        <QrCodeScanner sx={{ fontSize: 72 }} />
      </Box>
      <Typography variant="h2" sx={{ fontSize: '1.5rem' }}>
        {t('scan.heading')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', pb: 2 }}>{t('scan.text')}</Typography>
      <Button
        variant="contained"
        size="large"
        loading={isScanning}
        loadingPosition="start"
        startIcon={<QrCodeScanner />}
        onClick={onStart}
        sx={{ minHeight: 56, width: '100%', maxWidth: 360 }}
      >
        {isScanning ? t('scan.reading') : t('scan.start')}
      </Button>
    </Stack>
  );
}
