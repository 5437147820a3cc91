import History from '@mui/icons-material/History';
import { Button, Stack, Typography } from '@mui/material';
import type { MyScanAnswer } from '@perktree/contracts/http/scanning';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { MyScansView } from '../../components/my-scans-view.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { loginPath } from '../../lib/plain/login.ts';
import { useNow } from '../../lib/plain/time-left.ts';
import { SCANNER_PATH } from './paths.ts';
import { ScanItem } from './scan-item.tsx';

/** My Scans: what I have scanned, newest first, each with its state and, while it is open, its code. */
export function ScansTab() {
  const { t } = useTranslation('scanner');
  const isSignedIn = useAuth().user !== null;
  if (!isSignedIn) {
    return (
      <EmptyState
        icon={<History />}
        title={t('scans.signedOut')}
        action={
          <Button variant="contained" href={loginPath('customer', SCANNER_PATH)}>
            {t('scans.signIn')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{t('scans.subtitle')}</Typography>
      <MyScansView>{(list) => <ScanList scans={list} />}</MyScansView>
    </>
  );
}

function ScanList({ scans }: { scans: readonly MyScanAnswer[] }) {
  const { t } = useTranslation('scanner');
  const now = useNow();
  if (scans.length === 0) return <EmptyState icon={<History />} title={t('scans.empty')} />;
  return (
    <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {scans.map((scan) => (
        <ScanItem key={scan.scanId} scan={scan} now={now} />
      ))}
    </Stack>
  );
}
