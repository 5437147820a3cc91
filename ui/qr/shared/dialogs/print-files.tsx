import { Button, Stack, Typography } from '@mui/material';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { QR_FILE_TYPES, type QrFileFormat, qrFileCalls } from '@perktree/contracts/qr/design-calls';
import { BLEED_MM } from '@perktree/contracts/qr/print-sheet-calls';
import { useTranslation } from 'react-i18next';
import { pathParts, queryString } from '../../../lib/call-request.ts';

const FILES: readonly { readonly format: QrFileFormat; readonly marks?: '1' }[] = [
  ...(Object.keys(QR_FILE_TYPES) as QrFileFormat[]).map((format) => ({ format })),
  { format: 'pdf', marks: '1' },
];

/** Downloads of a customer code in its design. */
export function PrintFiles({ qr }: { qr: QrAnswer }) {
  const { t } = useTranslation('qr-design');
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mt: 2 }}>
      <Typography variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
        {t('files')}
      </Typography>
      {FILES.map(({ format, marks }) => {
        const name = marks ? t('marked', { mm: BLEED_MM }) : format.toUpperCase();
        const url = pathParts(qrFileCalls[format].path, { siteId: qr.siteId, qrId: qr.id }).join('/');
        return (
          <Button
            key={name}
            component="a"
            href={url + queryString({ marks })}
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
