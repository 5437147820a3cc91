import ImageOutlined from '@mui/icons-material/ImageOutlined';
import { Alert, Button, Divider, Stack, TextField } from '@mui/material';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PictureFailure, readPicture } from './read-picture.ts';

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
            fullWidth
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
