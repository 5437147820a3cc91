import QrCodeScanner from '@mui/icons-material/QrCodeScanner';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResultCard } from './result-card.tsx';
import type { useClaim } from './use-claim.ts';
import type { useRedeem } from './use-redeem.ts';
import type { useScan } from './use-scan.ts';

const ScanQrDialog = lazy(() =>
  import('../../kit/camera/scan-qr-dialog.tsx').then((module) => ({ default: module.ScanQrDialog })),
);

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
        <Suspense fallback={null}>
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
        </Suspense>
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
