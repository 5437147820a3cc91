import type { DashboardAnswer } from '@perktree/contracts/dashboard/calls';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format.ts';
import { DayChart } from './day-chart.tsx';

/** Scans and redemptions by day. */
export function ActivityChart({ data: { series, timeZone } }: { data: Pick<DashboardAnswer, 'series' | 'timeZone'> }) {
  const { t, i18n } = useTranslation('chart');
  const format = (value: number) => formatNumber(value, i18n.language);
  const sum = (of: 'scans' | 'redemptions') => {
    const count = series.reduce((total, day) => total + day[of], 0);
    return t(`sum.${of}`, { count, number: format(count) });
  };
  return (
    <DayChart
      timeZone={timeZone}
      days={series.map(({ date, scans, redemptions }) => ({ date, values: [scans, redemptions] }))}
      series={[
        { label: t('scans'), format },
        { label: t('redemptions'), format },
      ]}
      summary={t('total', { scans: sum('scans'), redemptions: sum('redemptions') })}
    />
  );
}
