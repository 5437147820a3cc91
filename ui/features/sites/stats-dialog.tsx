import { Box, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { SiteStatsAnswer } from '@perktree/contracts/http/dashboard';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { useTranslation } from 'react-i18next';
import { ActivityChart } from '../../components/chart/activity-chart.tsx';
import { InfoDialog } from '../../components/dialog-shell.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';

export function StatsDialog({ site, onClose }: { site: SiteAnswer; onClose: () => void }) {
  const { t, i18n } = useTranslation(['sites', 'chart']);
  const stats = useApi(calls.siteStats, { params: { siteId: site.id }, query: { days: '30' } }, { staleTime: 0 });
  const rate = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <InfoDialog title={t('stats.title')} subtitle={t('stats.subtitle', { name: site.name })} onClose={onClose}>
      <QueryView query={stats}>
        {(data) => (
          <>
            <Box
              component="dl"
              sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', m: 0, mb: 3 }}
            >
              <Figure name={t('stats.scans')} value={number(data.totalScans)} />
              <Figure name={t('stats.redemptions')} value={number(data.redemptions)} />
              <Figure name={t('stats.conversion')} value={`${rate.format(data.conversionRate)}%`} />
              <Figure
                name={t('stats.commission')}
                value={amountsOf(data)
                  .map(({ currency, commissionEarned }) => formatMoney(commissionEarned, currency, i18n.language))
                  .join(' · ')}
              />
            </Box>
            <ActivityChart series={data.series} />
          </>
        )}
      </QueryView>
    </InfoDialog>
  );
}

/** One amount for each currency, or 0 in the site's own. */
const amountsOf = ({ byCurrency, currency, commissionEarned }: SiteStatsAnswer) =>
  byCurrency.length > 0 ? byCurrency : [{ currency, commissionEarned }];

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0, fontSize: '1.125rem', fontWeight: 700, overflowWrap: 'anywhere' }}>
        {value}
      </Typography>
    </div>
  );
}
