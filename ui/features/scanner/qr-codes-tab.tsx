import QrCode2 from '@mui/icons-material/QrCode2';
import { Button, Stack, Typography } from '@mui/material';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { type OpenQrDialog, QrDialogHost } from '../../components/qr-dialogs/qr-dialog-host.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useOwnQrs, useSplittableSites } from '../../components/use-own-qrs.ts';
import { useAuth } from '../../lib/auth.tsx';
import { loginPath } from '../../lib/plain/login.ts';
import { SCANNER_PATH } from './paths.ts';
import { QrItem } from './qr-item.tsx';

/** My QR Codes: those that I have claimed, and what was split from them. */
export function QrCodesTab() {
  const { t } = useTranslation('scanner');
  const { user, allRoles } = useAuth();
  const isSignedIn = user !== null;
  // Only distributors may ask.
  const mayOwnQrs = allRoles.includes('distributor');
  const qrs = useOwnQrs(mayOwnQrs);
  if (!isSignedIn) {
    return (
      <EmptyState
        icon={<QrCode2 />}
        title={t('qrCodes.signedOut')}
        action={
          <Button variant="contained" href={loginPath('distributor', SCANNER_PATH)}>
            {t('qrCodes.signIn')}
          </Button>
        }
      />
    );
  }
  if (!mayOwnQrs || qrs.error?.status === 403) return <QrList qrs={[]} />;
  return <QueryView query={qrs}>{(list) => <QrList qrs={list} />}</QueryView>;
}

function QrList({ qrs }: { qrs: readonly QrAnswer[] }) {
  const { t } = useTranslation('scanner');
  const { role } = useAuth();
  const splittable = useSplittableSites(qrs);
  const [open, setOpen] = useState<OpenQrDialog | null>(null);
  const claimed = qrs.filter((qr) => qr.isClaimed).length;
  return (
    <>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t('qrCodes.heading', { count: claimed })}
      </Typography>
      {qrs.length === 0 && <EmptyState icon={<QrCode2 />} title={t('qrCodes.empty')} />}
      <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {qrs.map((qr) => (
          <QrItem
            key={qr.id}
            qr={qr}
            canSplit={splittable.has(qr.siteId)}
            canMakeSibling={role === 'site_owner' || role === 'superadmin'}
            onOpen={(kind) => setOpen({ kind, qr })}
          />
        ))}
      </Stack>
      <QrDialogHost open={open} onClose={() => setOpen(null)} />
    </>
  );
}
