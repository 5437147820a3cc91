import QrCode2 from '@mui/icons-material/QrCode2';
import { Button, Stack, Typography } from '@mui/material';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distributorRights } from '../../components/distributor-rights.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { type OpenQrDialog, QrDialogHost } from '../../components/qr-dialogs/qr-dialog-host.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useOwnQrs, useOwnSiteConfigs } from '../../components/use-own-qrs.ts';
import { useAuth } from '../../lib/auth.tsx';
import { loginPath } from '../../lib/plain/login.ts';
import { claimedBranches, type QrBranch } from './claimed-branches.ts';
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
  const rights = distributorRights(useOwnSiteConfigs(qrs));
  const [open, setOpen] = useState<OpenQrDialog | null>(null);
  const canMakeSibling = role === 'site_owner' || role === 'superadmin';
  const item = (qr: QrAnswer, children: ReactNode = null) => (
    <QrItem
      key={qr.id}
      qr={qr}
      canSplit={rights.split(qr)}
      canMakeSibling={canMakeSibling}
      canEdit={rights.edit(qr)}
      onOpen={(kind) => setOpen({ kind, qr })}
    >
      {children}
    </QrItem>
  );
  const branch = ({ qr, children }: QrBranch): ReactNode =>
    item(qr, children.length > 0 && <QrItems indented>{children.map(branch)}</QrItems>);
  const claimed = qrs.filter((qr) => qr.isMine).length;
  const unclaimedRoots = qrs.filter((qr) => qr.parentQrId === null && !qr.isClaimed);
  return (
    <>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t('qrCodes.heading', { count: claimed })}
      </Typography>
      {claimed === 0 && <EmptyState icon={<QrCode2 />} title={t('qrCodes.empty')} />}
      <QrItems>{claimedBranches(qrs).map(branch)}</QrItems>
      {unclaimedRoots.length > 0 && (
        <>
          <Typography variant="h3" sx={{ mt: 3, mb: 1.5 }}>
            {t('qrCodes.made')}
          </Typography>
          <QrItems>{unclaimedRoots.map((qr) => item(qr))}</QrItems>
        </>
      )}
      <QrDialogHost open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function QrItems({ children, indented }: { children: ReactNode; indented?: boolean }) {
  return (
    <Stack
      component="ul"
      spacing={1.5}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        ...(indented && { mt: 1.5, pl: 1.5, borderLeft: 2, borderColor: 'divider' }),
      }}
    >
      {children}
    </Stack>
  );
}
