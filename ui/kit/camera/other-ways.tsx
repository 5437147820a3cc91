import ImageOutlined from '@mui/icons-material/ImageOutlined';
import { Alert, Button, Divider, Stack, TextField } from '@mui/material';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decodeStill } from './decode-frame.ts';
import { stretchContrast } from './stretch-contrast.ts';

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

export function OtherWays(props: { onPicture: (text: string) => void; onTyped: (text: string) => void }) {
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
