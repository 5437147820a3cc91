import type { DashboardAnswer } from '@perktree/contracts/dashboard/calls';
import { useLocale } from '../../lib/use-locale.ts';
import { DayChart } from './day-chart.tsx';

/** Scans and redemptions by day. */
export function ActivityChart({ data: { series, timeZone } }: { data: Pick<DashboardAnswer, 'series' | 'timeZone'> }) {
  const { t, format } = useLocale('chart');
  const sum = (of: 'scans' | 'redemptions') => {
    const count = series.reduce((total, day) => total + day[of], 0);
    return t(`sum.${of}`, { count, number: format.number(count) });
  };
  return (
    <DayChart
      timeZone={timeZone}
      days={series.map(({ date, scans, redemptions }) => ({ date, values: [scans, redemptions] }))}
      series={[
        { label: t('scans'), format: format.number },
        { label: t('redemptions'), format: format.number },
      ]}
      summary={t('total', { scans: sum('scans'), redemptions: sum('redemptions') })}
    />
  );
}
