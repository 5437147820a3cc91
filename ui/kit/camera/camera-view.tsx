import { Box, Chip, CircularProgress } from '@mui/material';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';

export function CameraView({ videoRef, scanning }: { videoRef: Ref<HTMLVideoElement>; scanning: boolean }) {
  const { t } = useTranslation('camera');
  return (
    <Box sx={{ position: 'relative', aspectRatio: '1', borderRadius: '14px', overflow: 'hidden', bgcolor: '#0d1512' }}>
      <Box
        component="video"
        ref={videoRef}
        muted
        playsInline
        aria-label={t('picture')}
        sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
      />
      <Box
        aria-hidden="true"
        sx={{ position: 'absolute', inset: '15%', border: '3px dashed #fff', borderRadius: '14px', opacity: 0.9 }}
      />
      <Box
        role="status"
        sx={{ position: 'absolute', top: 12, left: 0, right: 0, display: 'grid', placeItems: 'center' }}
      >
        {scanning ? (
          <Chip size="small" color="primary" label={t('scanning')} />
        ) : (
          <CircularProgress size={24} aria-label={t('starting')} sx={{ color: '#fff' }} />
        )}
      </Box>
    </Box>
  );
}
