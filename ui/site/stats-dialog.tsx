import { Box } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { SiteStatsAnswer } from '@perktree/contracts/dashboard/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useTranslation } from 'react-i18next';
import { ActivityChart } from '../kit/chart/activity-chart.tsx';
import { InfoDialog } from '../kit/dialog-shell.tsx';
import { Figures } from '../kit/figures.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { formatMoney, formatNumber } from '../lib/format.ts';
import { useApi } from '../lib/use-api.ts';

export function StatsDialog({ site, onClose }: { site: SiteAnswer; onClose: () => void }) {
  const { t, i18n } = useTranslation(['sites', 'chart']);
  const stats = useApi(calls.siteStats, { params: { siteId: site.id }, query: { days: '30' } }, { staleTime: 0 });
  const rate = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const number = (value: number) => formatNumber(value, i18n.language);
  const money = (of: Pick<SiteStatsAnswer, 'currency' | 'commissionEarned'>) =>
    formatMoney(of.commissionEarned, of.currency, i18n.language);
  return (
    <InfoDialog title={t('stats.title')} subtitle={t('stats.subtitle', { name: site.name })} onClose={onClose}>
      <QueryView query={stats}>
        {(data) => (
          <>
            <Box sx={{ mb: 3 }}>
              <Figures
                figures={[
                  [t('stats.scans'), number(data.totalScans)],
                  [t('stats.redemptions'), number(data.redemptions)],
                  [t('stats.conversion'), `${rate.format(data.conversionRate)}%`],
                  [t('stats.commission'), joined(amountsOf(data).map(money))],
                ]}
              />
            </Box>
            <ActivityChart data={data} />
          </>
        )}
      </QueryView>
    </InfoDialog>
  );
}

/** One amount for each currency, or 0 in the site's own. */
const amountsOf = ({ byCurrency, currency, commissionEarned }: SiteStatsAnswer) =>
  byCurrency.length > 0 ? byCurrency : [{ currency, commissionEarned }];
