import { Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { QR_FILE_TYPES, type QrFileFormat, qrFileCalls } from '@perktree/contracts/qr/design-calls';
import { BLEED_MM } from '@perktree/contracts/qr/print-sheet-calls';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../kit/confirm-button.tsx';
import { DownloadLink } from '../../../kit/download-link.tsx';
import { callApi, pathParts, queryString } from '../../../lib/api.ts';
import { useAuth } from '../../../lib/auth.tsx';
import { useCommand } from '../../../lib/use-api.ts';
import { qrReads } from './use-qr-form.ts';

const FILES: readonly { readonly format: QrFileFormat; readonly marks?: '1' }[] = [
  ...(Object.keys(QR_FILE_TYPES) as QrFileFormat[]).map((format) => ({ format })),
  { format: 'pdf', marks: '1' },
];

/** Downloads of a customer code in its design. */
export function PrintFiles({ qr }: { qr: QrAnswer }) {
  const { t } = useTranslation('qr-design');
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mt: 2 }}>
      <Typography variant="quiet" sx={{ flex: 1 }}>
        {t('files')}
      </Typography>
      {FILES.map(({ format, marks }) => {
        const name = marks ? t('marked', { mm: BLEED_MM }) : format.toUpperCase();
        const url = pathParts(qrFileCalls[format].path, { siteId: qr.siteId, qrId: qr.id }).join('/');
        return (
          <DownloadLink
            key={name}
            href={url + queryString({ marks })}
            variant="outlined"
            aria-label={t('file', { format: name })}
            sx={{ minWidth: 64, minHeight: 44 }}
          >
            {name}
          </DownloadLink>
        );
      })}
    </Stack>
  );
}

/** Lets the site's owner replace a code that has leaked. */
export function ReplaceCode({ qr, link }: { qr: QrAnswer; link: 'customer' | 'distributor' }) {
  const { t } = useTranslation('qr');
  const { role } = useAuth();
  const replace = useCommand({
    send: () => callApi(calls.replaceLink, { params: { siteId: qr.siteId, qrId: qr.id }, body: { link } }),
    done: () => ({ title: t('replace.done'), description: t(`replace.${link}Done`) }),
    failed: t('replace.failed'),
    changes: qrReads(qr.siteId),
  });
  if (role !== 'site_owner' || qr.approval !== null) return null;
  return (
    <ConfirmButton
      button={{ color: 'error', sx: { mt: 2 }, children: t(`replace.${link}`) }}
      title={t(`replace.${link}Title`)}
      confirmLabel={t('replace.confirm')}
      destructive
      command={replace}
    >
      <Typography>{t('replace.text')}</Typography>
      <Typography sx={{ mt: 1.5 }}>{t(`replace.${link}Text`)}</Typography>
    </ConfirmButton>
  );
}
