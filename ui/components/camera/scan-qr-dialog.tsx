import CloseIcon from '@mui/icons-material/Close';
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Dialog,
  DialogContent,
  DialogTitle,
  IconButton,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraControls } from './camera-controls.tsx';
import { CameraView } from './camera-view.tsx';
import { OtherWays } from './other-ways.tsx';
import { useQrCamera } from './use-qr-camera.ts';

/**
 * 'Scan QR Code' (specification 2.6): the camera's picture until the first QR is read, or a picture of one, or what is
 * printed below it, typed. The camera runs only while the dialog is open.
 * @param onDecoded gets the text as it was read, once; closing the dialog is then the caller's
 * @param onTyped gets a link or code that somebody typed, trimmed and not empty
 */
export function ScanQrDialog(props: {
  open: boolean;
  onClose: () => void;
  onDecoded: (text: string) => void;
  onTyped: (text: string) => void;
}) {
  const { t } = useTranslation('scanner');
  const fullScreen = useMediaQuery(useTheme().breakpoints.down('sm'));
  const titleId = useId();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      fullScreen={fullScreen}
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: fullScreen ? { borderRadius: 0 } : {} } }}
    >
      <DialogTitle id={titleId} sx={{ pr: 7 }}>
        {t('camera.title')}
      </DialogTitle>
      <IconButton
        aria-label={t('camera.close')}
        onClick={props.onClose}
        sx={{ position: 'absolute', top: 10, right: 10 }}
      >
        <CloseIcon />
      </IconButton>
      <DialogContent>
        <Camera running={props.open} onDecoded={props.onDecoded} />
        <OtherWays onPicture={props.onDecoded} onTyped={props.onTyped} />
      </DialogContent>
    </Dialog>
  );
}

/** Not `running` while the dialog fades out: the camera's light goes off with the tap that closes it. */
function Camera({ running, onDecoded }: { running: boolean; onDecoded: (text: string) => void }) {
  const { t } = useTranslation('scanner');
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { state, retry, chooseCamera } = useQrCamera(running ? video : null, onDecoded);
  const failed = state.kind === 'noCamera' || state.kind === 'noDecoder';
  return (
    <>
      <Box hidden={failed}>
        <CameraView videoRef={setVideo} scanning={state.kind === 'scanning'} />
        <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', mt: 2 }}>
          {t('camera.hint')}
        </Typography>
      </Box>
      {state.kind === 'scanning' && <CameraControls camera={state.camera} onChoose={chooseCamera} />}
      {failed && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Alert severity="error">
            {state.kind === 'noDecoder' ? (
              t('camera.notLoaded')
            ) : (
              <>
                <AlertTitle>{t('camera.denied')}</AlertTitle>
                {t(`camera.failure.${state.failure}`)}
              </>
            )}
          </Alert>
          <Button variant="contained" onClick={retry}>
            {t('camera.tryAgain')}
          </Button>
        </Box>
      )}
    </>
  );
}
