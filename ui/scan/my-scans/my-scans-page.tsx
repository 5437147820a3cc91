import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { Card, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { ListDownload, ServerListView, useServerList } from '../../kit/list/server-list.tsx';
import { EmptyCard, LinkButton, PageHeader, StatusBadge } from '../../kit/page.tsx';
import { serverNow } from '../../lib/public/time.ts';
import { useLocale } from '../../lib/use-locale.ts';
import { CodeRow, scanStatus } from '../../redemption/shared/code/code-row.tsx';
import { isUnreachable, SavedCodes } from '../shared/saved-codes.tsx';

const NAMES = {
  filters: ['available', 'redeemed', 'expired'],
  sorts: ['newest', 'oldest', 'expiry'],
  pageLength: 24,
} as const;

const scanCard = (scan: MyScanAnswer) => <ScanCard scan={scan} />;

export default function MyScansPage() {
  const { t } = useLocale('my-scans');
  const list = useServerList(calls.myScans, {}, NAMES);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {isUnreachable(list.loaded) ? (
        <SavedCodes list={list.loaded}>{scanCard}</SavedCodes>
      ) : (
        <ServerListView
          list={list}
          label={t('title')}
          search={t('search')}
          nameOf={(state) => t(state)}
          action={<ListDownload title={t('title')} list={list} />}
          empty={<NoScans />}
          keyOf={(scan) => scan.scanId}
          height={170}
          cards={300}
        >
          {scanCard}
        </ServerListView>
      )}
    </>
  );
}

function NoScans() {
  const { t } = useLocale('my-scans');
  return (
    <EmptyCard
      icon={<HistoryOutlined />}
      title={t('empty')}
      text={t('emptyText')}
      action={
        <LinkButton to="/mobile-scanner" variant="contained">
          {t('scan')}
        </LinkButton>
      }
    />
  );
}

const TONES = { redeemed: 'quiet', undone: 'quiet', expired: 'bad', available: 'good' } as const;

function ScanCard({ scan }: { scan: MyScanAnswer }) {
  const { t, format } = useLocale('my-scans');
  const state = scanStatus(scan, serverNow());
  const benefit = format.benefit(scan, 'scan');
  const at = (key: 'undoneAt' | 'redeemedAt' | 'expiredAt' | 'expiresAt' | 'scannedAt', time: string) =>
    t(key, { when: format.dateTime(time) });
  const timeText = () => {
    if (scan.undoneAt) return at('undoneAt', scan.undoneAt);
    if (scan.redeemedAt) return at('redeemedAt', scan.redeemedAt);
    if (scan.expiresAtUtc) return at(state === 'expired' ? 'expiredAt' : 'expiresAt', scan.expiresAtUtc);
    return at('scannedAt', scan.scanDate);
  };
  return (
    <Card sx={{ p: 2.5 }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {benefit}
        </Typography>
        <StatusBadge tone={TONES[state]} label={t(state)} />
      </Stack>
      <Typography sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>
        <bdi>{scan.siteName}</bdi> · <bdi>{scan.name}</bdi>
      </Typography>
      <Typography variant="quiet" sx={{ mt: 1 }}>
        {timeText()}
      </Typography>
      {(state === 'available' || scan.awaitsConfirmation) && (
        <CodeRow benefit={benefit} scan={scan} awaitsConfirmation={scan.awaitsConfirmation} />
      )}
    </Card>
  );
}
