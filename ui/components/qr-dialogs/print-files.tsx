import { Button, Stack, Typography } from '@mui/material';
import type { QrAnswer } from '@perktree/contracts/http/qr-answers';
import { QR_FILE_TYPES, type QrFileFormat, qrFileCalls } from '@perktree/contracts/http/qr-designs';
import { useTranslation } from 'react-i18next';
import { pathParts } from '../../lib/call-request.ts';

/** Downloads of a customer code in its design. */
export function PrintFiles({ qr }: { qr: QrAnswer }) {
  const { t } = useTranslation('qr-design');
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mt: 2 }}>
      <Typography variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
        {t('files')}
      </Typography>
      {(Object.keys(QR_FILE_TYPES) as QrFileFormat[]).map((format) => {
        const name = format.toUpperCase();
        const url = pathParts(qrFileCalls[format].path, { siteId: qr.siteId, qrId: qr.id }).join('/');
        return (
          <Button
            key={format}
            component="a"
            href={url}
            download
            variant="outlined"
            aria-label={t('file', { format: name })}
            sx={{ minWidth: 64, minHeight: 44 }}
          >
            {name}
          </Button>
        );
      })}
    </Stack>
  );
}
