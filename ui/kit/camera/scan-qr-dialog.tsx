import CloseIcon from '@mui/icons-material/Close';
import FlashlightOff from '@mui/icons-material/FlashlightOff';
import FlashlightOn from '@mui/icons-material/FlashlightOn';
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Chip,
  CircularProgress,
  DialogContent,
  DialogTitle,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import type { Ref } from 'react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogShell } from '../dialogs.tsx';
import { OtherWays } from './other-ways.tsx';
import { type OpenCamera, switchTorch, useQrCamera } from './use-qr-camera.ts';

function CameraControls({ camera, onChoose }: { camera: OpenCamera; onChoose: (deviceId: string) => void }) {
  const { t } = useTranslation('camera');
  const several = camera.cameras.length > 1;
  if (!several && !camera.hasTorch) return null;
  return (
    <Stack direction="row" spacing={1.5} sx={{ mt: 2 }}>
      {several && (
        <TextField
          select
          label={t('choose')}
          value={camera.cameras.some(({ deviceId }) => deviceId === camera.deviceId) ? camera.deviceId : ''}
          onChange={(e) => onChoose(e.target.value)}
        >
          {camera.cameras.map(({ deviceId, label }, index) => (
            <MenuItem key={deviceId} value={deviceId}>
              {label || t('numbered', { number: index + 1 })}
            </MenuItem>
          ))}
        </TextField>
      )}
      {camera.hasTorch && <TorchButton stream={camera.stream} />}
    </Stack>
  );
}

function TorchButton({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation('camera');
  const [lit, setLit] = useState(false);
  const toggle = () =>
    switchTorch(stream, !lit).then(
      () => setLit(!lit),
      // If the torch cannot be switched, the button keeps its state.
      () => undefined,
    );
  return (
    <Button
      variant="outlined"
      aria-pressed={lit}
      startIcon={lit ? <FlashlightOn /> : <FlashlightOff />}
      onClick={toggle}
      sx={{ flex: 'none', minHeight: 44 }}
    >
      {t('torch')}
    </Button>
  );
}

function CameraView({ videoRef, scanning }: { videoRef: Ref<HTMLVideoElement>; scanning: boolean }) {
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

/**
 * Scans with the camera, reads a picture, or accepts a typed code. The camera runs only while the dialog is open.
 * @param onDecoded gets the decoded text once; the caller closes the dialog
 * @param onTyped gets a typed link or code, trimmed and not empty
 */
export function ScanQrDialog(props: {
  open: boolean;
  onClose: () => void;
  onDecoded: (text: string) => void;
  onTyped: (text: string) => void;
}) {
  const { t } = useTranslation('camera');
  const titleId = useId();
  return (
    <DialogShell open={props.open} titleId={titleId} maxWidth="xs" onClose={props.onClose}>
      <DialogTitle id={titleId} sx={{ pr: 7 }}>
        {t('title')}
      </DialogTitle>
      <IconButton aria-label={t('close')} onClick={props.onClose} sx={{ position: 'absolute', top: 10, right: 10 }}>
        <CloseIcon />
      </IconButton>
      <DialogContent>
        <Camera running={props.open} onDecoded={props.onDecoded} />
        <OtherWays onPicture={props.onDecoded} onTyped={props.onTyped} />
      </DialogContent>
    </DialogShell>
  );
}

function Camera({ running, onDecoded }: { running: boolean; onDecoded: (text: string) => void }) {
  const { t } = useTranslation('camera');
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { state, retry, chooseCamera } = useQrCamera(running ? video : null, onDecoded);
  const failed = state.kind === 'noCamera' || state.kind === 'noDecoder';
  return (
    <>
      <Box hidden={failed}>
        <CameraView videoRef={setVideo} scanning={state.kind === 'scanning'} />
        <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', mt: 2 }}>
          {t('hint')}
        </Typography>
      </Box>
      {state.kind === 'scanning' && <CameraControls camera={state.camera} onChoose={chooseCamera} />}
      {failed && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Alert severity="error">
            {state.kind === 'noDecoder' ? (
              t('notLoaded')
            ) : (
              <>
                <AlertTitle>{t('denied')}</AlertTitle>
                {t(`failure.${state.failure}`)}
              </>
            )}
          </Alert>
          <Button variant="contained" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </Box>
      )}
    </>
  );
}
