import CloseIcon from '@mui/icons-material/Close';
import FlashlightOff from '@mui/icons-material/FlashlightOff';
import FlashlightOn from '@mui/icons-material/FlashlightOn';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Chip,
  CircularProgress,
  Divider,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { type ChangeEvent, type FormEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogShell } from '../dialogs.tsx';
import { decodeStill, stretchContrast } from './decode-frame.ts';
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
  return (
    <DialogShell open={props.open} title={t('title')} maxWidth="xs" onClose={props.onClose}>
      <IconButton aria-label={t('close')} onClick={props.onClose} sx={{ position: 'absolute', top: 10, right: 10 }}>
        <CloseIcon />
      </IconButton>
      <Camera running={props.open} onDecoded={props.onDecoded}>
        <OtherWays onPicture={props.onDecoded} onTyped={props.onTyped} />
      </Camera>
    </DialogShell>
  );
}

/** @param props.children stay where they are when the camera starts or fails: a person may be about to press one of them */
function Camera(props: { running: boolean; onDecoded: (text: string) => void; children: ReactNode }) {
  const { t } = useTranslation('camera');
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { state, retry, chooseCamera } = useQrCamera(props.running ? video : null, props.onDecoded);
  const failed = state.kind === 'noCamera' || state.kind === 'noDecoder';
  return (
    <>
      <Box sx={{ display: 'grid', alignItems: 'center', '& > *': { gridArea: '1 / 1' } }}>
        <Box sx={{ visibility: failed ? 'hidden' : 'visible' }}>
          <CameraView videoRef={setVideo} scanning={state.kind === 'scanning'} />
          <Typography variant="quiet" sx={{ textAlign: 'center', mt: 2 }}>
            {t('hint')}
          </Typography>
        </Box>
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
      </Box>
      {props.children}
      {state.kind === 'scanning' && <CameraControls camera={state.camera} onChoose={chooseCamera} />}
    </>
  );
}

/** Longest edges (pixels) at which a picture is decoded: large ones keep small codes, small ones remove noise. */
const EDGES = [1600, 800, 400, 200] as const;
/** Smaller pictures are enlarged once, because decoders need a few pixels for each module. */
const SMALL = 400;

/** `noPicture`: the browser cannot open the file as an image. `noDecoder`: no decoder works here. */
type PictureFailure = 'noPicture' | 'noCode' | 'noDecoder';

export async function readPicture(file: Blob): Promise<{ text: string } | { failure: PictureFailure }> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return { failure: 'noPicture' };
  }
  try {
    const text = await decodeStill(framesOf(picture));
    return text === null ? { failure: 'noCode' } : { text };
  } catch {
    return { failure: 'noDecoder' };
  } finally {
    picture.close();
  }
}

function framesOf(picture: ImageBitmap): HTMLCanvasElement[] {
  const longest = Math.max(picture.width, picture.height);
  const native = Math.min(longest, EDGES[0]);
  const edges = new Set([native, ...EDGES.filter((edge) => edge < native), ...(native < SMALL ? [native * 2] : [])]);
  return [...edges].map((edge) => drawn(picture, edge / longest));
}

function drawn(picture: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context) {
    // A transparent background would become black and hide the code.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    stretchContrast(context);
  }
  return canvas;
}

function OtherWays(props: { onPicture: (text: string) => void; onTyped: (text: string) => void }) {
  const { t } = useTranslation('camera');
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles events of a dialog into the form that opened it.
    event.stopPropagation();
    if (typed.trim() !== '') props.onTyped(typed.trim());
  };
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Divider sx={{ color: 'text.secondary' }}>{t('or')}</Divider>
      <PictureButton onRead={props.onPicture} />
      <form onSubmit={submit}>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'stretch' }}>
          <TextField
            label={t('typed')}
            autoComplete="off"
            value={typed}
            onChange={(e) => setTyped(e.target.value)}
            slotProps={{ htmlInput: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } }}
          />
          <Button type="submit" variant="outlined" disabled={typed.trim() === ''} sx={{ flex: 'none' }}>
            {t('useTyped')}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}

function PictureButton({ onRead }: { onRead: (text: string) => void }) {
  const { t } = useTranslation('camera');
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'reading' | PictureFailure>('idle');
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget;
    const file = chosen.files?.[0];
    if (!file) return;
    setState('reading');
    const read = await readPicture(file);
    // Allow choosing the same picture again.
    chosen.value = '';
    if ('text' in read) {
      setState('idle');
      // The dialog may have closed meanwhile.
      if (input.current) onRead(read.text);
    } else setState(read.failure);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('picturePick')}
        onChange={(event) => void choose(event)}
      />
      <Button
        fullWidth
        variant="outlined"
        startIcon={<ImageOutlined />}
        loading={state === 'reading'}
        loadingPosition="start"
        onClick={() => input.current?.click()}
      >
        {state === 'reading' ? t('pictureReading') : t('picturePick')}
      </Button>
      {state !== 'idle' && state !== 'reading' && <Alert severity="error">{t(`picture_${state}`)}</Alert>}
    </>
  );
}
