import FlashlightOff from '@mui/icons-material/FlashlightOff';
import FlashlightOn from '@mui/icons-material/FlashlightOn';
import { Button, MenuItem, Stack, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OpenCamera, switchTorch } from './open-camera.ts';

export function CameraControls({ camera, onChoose }: { camera: OpenCamera; onChoose: (deviceId: string) => void }) {
  const { t } = useTranslation('camera');
  const several = camera.cameras.length > 1;
  if (!several && !camera.hasTorch) return null;
  return (
    <Stack direction="row" spacing={1.5} sx={{ mt: 2 }}>
      {several && (
        <TextField
          select
          fullWidth
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
