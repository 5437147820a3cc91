import CloseIcon from '@mui/icons-material/Close';
import { Alert, AlertTitle, Box, Button, DialogContent, DialogTitle, IconButton, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogShell } from '../dialog-shell.tsx';
import { CameraControls } from './camera-controls.tsx';
import { CameraView } from './camera-view.tsx';
import { OtherWays } from './other-ways.tsx';
import { useQrCamera } from './use-qr-camera.ts';

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
