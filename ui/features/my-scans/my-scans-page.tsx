import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { Button, Card, Stack, Typography } from '@mui/material';
import { benefitScanLabel } from '@perktree/contracts/benefit';
import { calls } from '@perktree/contracts/http/calls';
import type { MyScanAnswer } from '@perktree/contracts/http/scanning';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CardGrid } from '../../components/card-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useApiList } from '../../lib/use-api.ts';

/** The placeholder text of specification 2.1 as the subtitle; below it the real list (domain.md 13). */
export default function MyScansPage() {
  const { t } = useTranslation('my-scans');
  const scans = useApiList(calls.myScans, {});
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <QueryView query={scans}>
        {(list) =>
          list.length === 0 ? (
            <Card>
              <EmptyState
                icon={<HistoryOutlined />}
                title={t('empty')}
                text={t('emptyText')}
                action={
                  <Button component={Link} to="/mobile-scanner" variant="contained">
                    {t('scan')}
                  </Button>
                }
              />
            </Card>
          ) : (
            <CardGrid min={300}>
              {list.map((scan) => (
                <ScanCard key={scan.scanId} scan={scan} />
              ))}
            </CardGrid>
          )
        }
      </QueryView>
    </>
  );
}

function ScanCard({ scan }: { scan: MyScanAnswer }) {
  const { t, i18n } = useTranslation('my-scans');
  const expired = scan.expiresAtUtc !== null && Date.parse(scan.expiresAtUtc) <= Date.now();
  const open = !scan.isRedeemed && !expired;
  const when = (iso: string) => formatDateTime(iso, i18n.language);
  return (
    <Card sx={{ p: 2.5 }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {benefitScanLabel(scan, scan.currency)}
        </Typography>
        {scan.isRedeemed && <StatusBadge tone="quiet" label={t('redeemed')} />}
        {!scan.isRedeemed && expired && <StatusBadge tone="bad" label={t('expired')} />}
        {open && <StatusBadge tone="good" label={t('available')} />}
      </Stack>
      <Typography sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>
        {scan.siteName} · {scan.name}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {scan.redeemedAt
          ? t('redeemedAt', { when: when(scan.redeemedAt) })
          : scan.expiresAtUtc
            ? t('expiresAt', { when: when(scan.expiresAtUtc) })
            : t('scannedAt', { when: when(scan.scanDate) })}
      </Typography>
      {open && scan.redemptionCode && (
        <Typography sx={{ mt: 1.5 }}>
          {t('code')}{' '}
          <Typography
            component="strong"
            sx={{ fontFamily: 'monospace', fontSize: '1.125rem', letterSpacing: '0.08em' }}
          >
            {scan.redemptionCode}
          </Typography>
        </Typography>
      )}
    </Card>
  );
}
