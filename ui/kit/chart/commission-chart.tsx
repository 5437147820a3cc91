import type { DashboardAnswer } from '@perktree/contracts/dashboard/calls';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format.ts';
import { DayChart } from './day-chart.tsx';

/** Commission earned by day, in the currency with most redemptions. */
export function CommissionChart({
  data,
}: {
  data: Pick<DashboardAnswer, 'series' | 'timeZone' | 'currency' | 'commissionEarned'>;
}) {
  const { t, i18n } = useTranslation('chart');
  const money = (amount: string) => formatMoney(amount, data.currency, i18n.language);
  return (
    <DayChart
      timeZone={data.timeZone}
      days={data.series.map(({ date, commission }) => ({ date, values: [Number(commission)] }))}
      series={[{ label: t('commission', { currency: data.currency }), format: (value) => money(value.toFixed(2)) }]}
      summary={t('commissionTotal', { amount: money(data.commissionEarned) })}
    />
  );
}
