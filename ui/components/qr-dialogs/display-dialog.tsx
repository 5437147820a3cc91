import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Tab,
  Tabs,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { benefitLabel } from '@perktree/contracts/benefit-label';
import { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/use-api.ts';
import { QueryView } from '../query-view.tsx';
import { drawDistributorQr } from './distributor-image.ts';
import { qrFileName } from './file-name.ts';
import { QrLinkPanel } from './qr-link-panel.tsx';

type Kind = 'customer' | 'distributor';

/** 'QR Code Display': both links of a QR with their images, to show, copy and download. */
export function DisplayDialog({ qr, onClose }: { qr: QrAnswer; onClose: () => void }) {
  const { t, i18n } = useTranslation('qr');
  const [kind, setKind] = useState<Kind>('customer');
  const fullScreen = useMediaQuery(useTheme().breakpoints.down('sm'));
  const id = useId();
  const code = useApi(calls.qrCode, { params: { siteId: qr.siteId, qrId: qr.id } });
  const distributorUrl = code.data?.distributorUrl;
  const drawn = useQuery({
    queryKey: ['distributor-image', distributorUrl],
    queryFn: () => drawDistributorQr(distributorUrl ?? ''),
    enabled: distributorUrl !== undefined,
  });

  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={fullScreen}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      slotProps={{ paper: { sx: fullScreen ? { borderRadius: 0 } : {} } }}
    >
      <DialogTitle id={`${id}-title`} sx={{ pb: 0.5 }}>
        {t('display.title')}
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1, overflowWrap: 'anywhere' }}>
          {qr.name} · {benefitLabel(qr.benefitDisplay, i18n.language)}
        </Typography>
        <Tabs
          value={kind}
          onChange={(_, next: Kind) => setKind(next)}
          variant="fullWidth"
          aria-label={t('display.title')}
          sx={{ mb: 2 }}
        >
          {(['customer', 'distributor'] as const).map((k) => (
            <Tab key={k} value={k} label={t(`display.${k}Tab`)} id={`${id}-${k}`} aria-controls={`${id}-panel`} />
          ))}
        </Tabs>
        <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${kind}`}>
          <QueryView query={code} problem={t(`display.${kind}Failed`)}>
            {(links) =>
              kind === 'customer' ? (
                <QrLinkPanel
                  kind="customer"
                  url={links.customerUrl}
                  image={links.qrCodeImage || null}
                  fileName={qrFileName(qr.name, '-customer')}
                />
              ) : (
                <QrLinkPanel
                  kind="distributor"
                  url={links.distributorUrl}
                  image={drawn.isError ? null : drawn.data}
                  fileName={qrFileName(qr.name, '-distributor')}
                />
              )
            }
          </QueryView>
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose} color="inherit">
          {t('common:close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
