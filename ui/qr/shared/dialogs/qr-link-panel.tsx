import ContentCopy from '@mui/icons-material/ContentCopy';
import Download from '@mui/icons-material/Download';
import ShareOutlined from '@mui/icons-material/ShareOutlined';
import { Alert, Box, Button, Stack, TextField, Typography } from '@mui/material';
import type { FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../../kit/loading.tsx';
import { useQrActions } from './use-qr-actions.ts';

/** Edge of the image in CSS pixels, less on narrow phones. */
const IMAGE_PX = 320;

const selectAll = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select();

export function QrLinkPanel(props: {
  kind: 'customer' | 'distributor';
  /** Of the QR, for whom the link is shared with. */
  name: string;
  url: string;
  image: string | null | undefined;
  fileName: string;
}) {
  const { t } = useTranslation('qr');
  const actions = useQrActions();
  const { image, kind } = props;
  return (
    <Stack spacing={2} sx={{ alignItems: 'center' }}>
      {image === undefined && <Loading />}
      {image === null && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {t(`display.${kind}Failed`)}
        </Alert>
      )}
      {typeof image === 'string' && (
        <Box
          component="img"
          data-uncovered
          src={image}
          alt={t(`display.${kind}Alt`)}
          sx={{
            width: IMAGE_PX,
            maxWidth: '100%',
            aspectRatio: '1',
            border: 1,
            borderColor: 'divider',
            borderRadius: '12px',
            imageRendering: 'pixelated',
          }}
        />
      )}
      <TextField
        label={t('display.url')}
        value={props.url}
        slotProps={{ input: { readOnly: true }, htmlInput: { onFocus: selectAll } }}
      />
      <Stack
        direction="row"
        useFlexGap
        sx={{ width: '100%', gap: 1.5, flexWrap: 'wrap', '& > *': { flex: '1 1 40%', minWidth: 'min-content' } }}
      >
        <Button
          variant="contained"
          startIcon={<ShareOutlined />}
          onClick={() => void actions.shareLink(props.name, props.url)}
        >
          {t('display.share')}
        </Button>
        <Button variant="outlined" startIcon={<ContentCopy />} onClick={() => actions.copyLink(props.url)}>
          {t('display.copy')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<Download />}
          disabled={typeof image !== 'string'}
          onClick={() => actions.saveImage(image ?? '', props.fileName)}
        >
          {t('display.download')}
        </Button>
      </Stack>
      <Box component="ul" sx={{ m: 0, pl: 2.5, width: '100%', color: 'text.secondary' }}>
        {([1, 2, 3] as const).map((n) => (
          <Typography key={n} component="li" variant="body2" sx={{ mb: 0.5 }}>
            {t(`display.${kind}Hint${n}`)}
          </Typography>
        ))}
      </Box>
    </Stack>
  );
}
