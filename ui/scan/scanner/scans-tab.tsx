import History from '@mui/icons-material/History';
import { Button, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/empty-state.tsx';
import { VirtualList } from '../../kit/list/virtual-list.tsx';
import { NotLoaded } from '../../kit/not-loaded.tsx';
import { isUnreachable, SavedCodes } from '../../kit/saved-codes.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { loginPath } from '../../lib/public/login.ts';
import { useApiPages } from '../../lib/use-api.ts';
import { SCANNER_PATH } from './paths.ts';
import { ScanItem } from './scan-item.tsx';
import { ScanStep } from './scan-step.tsx';

export function ScansTab({ onScan }: { onScan: () => void }) {
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
      <ScanList onScan={onScan} />
    </>
  );
}

const scanItem = (scan: MyScanAnswer) => <ScanItem scan={scan} />;

function ScanList({ onScan }: { onScan: () => void }) {
  const { t } = useTranslation('scanner');
  const list = useApiPages(calls.myScans, { query: { limit: '24' } }, { staleTime: Number.POSITIVE_INFINITY });
  if (isUnreachable(list)) return <SavedCodes list={list}>{scanItem}</SavedCodes>;
  if (list.items === undefined) return <NotLoaded list={list} />;
  if (list.items.length === 0)
    return <EmptyState icon={<History />} title={t('scans.empty')} action={<ScanStep onScan={onScan} />} />;
  return (
    <VirtualList list={list} label={t('tabs.scans')} keyOf={(scan) => scan.scanId} height={150} cards={300}>
      {scanItem}
    </VirtualList>
  );
}
