import { Box, Tab, Tabs } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { benefitLabel } from '@perktree/contracts/qr/benefit';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InfoDialog } from '../../../kit/dialog-shell.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { useApi } from '../../../lib/use-api.ts';
import { drawDistributorQr } from './distributor-image.ts';
import { qrFileName } from './file-name.ts';
import { InviteDistributor } from './invite-distributor.tsx';
import { PrintFiles } from './print-files.tsx';
import { QrLinkPanel } from './qr-link-panel.tsx';
import { QrValidity } from './qr-validity.tsx';
import { ReplaceCode } from './replace-code.tsx';

type Kind = 'customer' | 'distributor';

export function DisplayDialog({ qr, onClose }: { qr: QrAnswer; onClose: () => void }) {
  // `qr-design` is for PrintFiles: loading it there would hide the whole dialog meanwhile.
  const { t, i18n } = useTranslation(['qr', 'qr-design']);
  const [kind, setKind] = useState<Kind>('customer');
  const id = useId();
  const code = useApi(calls.qrCode, { params: { siteId: qr.siteId, qrId: qr.id } });
  const distributorUrl = code.data?.distributorUrl;
  const drawn = useQuery({
    queryKey: ['distributor-image', distributorUrl],
    queryFn: () => drawDistributorQr(distributorUrl ?? ''),
    enabled: distributorUrl !== undefined,
  });

  return (
    <InfoDialog
      title={t('display.title')}
      subtitle={joined([qr.name, benefitLabel(qr, i18n.language)])}
      onClose={onClose}
    >
      <QrValidity qr={qr} />
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
              <>
                <QrLinkPanel
                  kind="customer"
                  name={qr.name}
                  url={links.customerUrl}
                  image={links.qrCodeImage || null}
                  fileName={qrFileName(qr.name, '-customer')}
                />
                <PrintFiles qr={qr} />
                <ReplaceCode key="customer" qr={qr} link="customer" />
              </>
            ) : (
              <>
                <QrLinkPanel
                  kind="distributor"
                  name={qr.name}
                  url={links.distributorUrl}
                  image={drawn.isError ? null : drawn.data}
                  fileName={qrFileName(qr.name, '-distributor')}
                />
                <InviteDistributor qr={qr} />
                <ReplaceCode key="distributor" qr={qr} link="distributor" />
              </>
            )
          }
        </QueryView>
      </Box>
    </InfoDialog>
  );
}
