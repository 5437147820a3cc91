import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { benefitScanLabel } from '@perktree/contracts/benefit';
import { benefitLabel } from '@perktree/contracts/benefit-label';
import type { MyScanAnswer } from '@perktree/contracts/http/scanning';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CardGrid } from '../../components/card-grid.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ListPages } from '../../components/list/list-pages.tsx';
import { useList } from '../../components/list/use-list.ts';
import { MyScansView } from '../../components/my-scans-view.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CodeRow } from '../../components/redemption-code/code-row.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { SCAN_RULES, stateOf } from './scan-rules.ts';
import { useScanColumns } from './use-scan-columns.ts';

/** The placeholder text of specification 2.1 as the subtitle; below it the real list (domain.md 13). */
export default function MyScansPage() {
  const { t } = useTranslation('my-scans');
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <MyScansView>{(scans) => (scans.length === 0 ? <NoScans /> : <Scans scans={scans} />)}</MyScansView>
    </>
  );
}

function NoScans() {
  const { t } = useTranslation('my-scans');
  return (
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
  );
}

function Scans({ scans }: { scans: readonly MyScanAnswer[] }) {
  const { t } = useTranslation('my-scans');
  const list = useList(scans, SCAN_RULES);
  const columns = useScanColumns();
  return (
    <>
      <ListBar
        list={list}
        search={t('search')}
        label={(state) => t(state)}
        action={<CsvButton what={t('title')} name={[t('title')]} columns={columns} rows={list.found} />}
      />
      <CardGrid min={300}>
        {list.shown.map((scan) => (
          <ScanCard key={scan.scanId} scan={scan} />
        ))}
      </CardGrid>
      <ListPages list={list} />
    </>
  );
}

const TONES = { redeemed: 'quiet', expired: 'bad', available: 'good' } as const;

function ScanCard({ scan }: { scan: MyScanAnswer }) {
  const { t, i18n } = useTranslation('my-scans');
  const state = stateOf(scan);
  const benefit = benefitLabel(benefitScanLabel(scan, scan.currency), i18n.language);
  const when = (iso: string) => formatDateTime(iso, i18n.language);
  return (
    <Card sx={{ p: 2.5 }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {benefit}
        </Typography>
        <StatusBadge tone={TONES[state]} label={t(state)} />
      </Stack>
      <Typography sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>
        {scan.siteName} · {scan.name}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {scan.redeemedAt
          ? t('redeemedAt', { when: when(scan.redeemedAt) })
          : scan.expiresAtUtc
            ? t(state === 'expired' ? 'expiredAt' : 'expiresAt', { when: when(scan.expiresAtUtc) })
            : t('scannedAt', { when: when(scan.scanDate) })}
      </Typography>
      {(state === 'available' || scan.awaitsConfirmation) && scan.redemptionCode && (
        <Box sx={{ mt: 1.5 }}>
          <CodeRow
            awaitsConfirmation={scan.awaitsConfirmation}
            open={{ benefit, code: scan.redemptionCode, token: scan.redemptionToken, expiresAtUtc: scan.expiresAtUtc }}
          />
        </Box>
      )}
    </Card>
  );
}
