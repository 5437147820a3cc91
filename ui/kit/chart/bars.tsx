import { useMediaQuery } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { useLocale } from '../../lib/use-locale.ts';

export interface ChartDay {
  /** yyyy-mm-dd */
  readonly date: string;
  readonly values: readonly number[];
}

export interface ChartSeries {
  readonly label: string;
  readonly format: (value: number) => string;
}

/** "21 Nov" in the order of the language. */
function shortDay({ date }: ChartDay, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date));
}

/** The contrast between the two is 3:1. */
const COLOURS = ['var(--colour-chart-soft)', 'var(--colour-primary)'];
const HEIGHT = 240;

export default function Bars(props: { days: readonly ChartDay[]; series: readonly ChartSeries[] }) {
  const { format, language } = useLocale('chart');
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const isWhole = props.days.every(({ values }) => values.every(Number.isInteger));
  const compact = new Intl.NumberFormat(language, { notation: 'compact' });
  return (
    <BarChart
      height={HEIGHT}
      margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
      skipAnimation={isStill}
      // The library announces bars in English and shows no focus. The table has the same figures for keyboards.
      disableKeyboardNavigation
      colors={props.series.length === 1 ? COLOURS.slice(1) : COLOURS}
      borderRadius={2}
      grid={{ horizontal: true }}
      xAxis={[
        {
          data: [...props.days],
          scaleType: 'band',
          valueFormatter: (day: ChartDay, { location }) =>
            location === 'tick' ? shortDay(day, language) : format.day(day.date),
        },
      ]}
      yAxis={[
        {
          width: 44,
          min: 0,
          ...(isWhole && { tickMinStep: 1 }),
          valueFormatter: (value: number) => compact.format(value),
        },
      ]}
      series={props.series.map(({ label, format }, index) => ({
        label,
        data: props.days.map(({ values }) => values[index] ?? 0),
        valueFormatter: (value: number | null) => format(value ?? 0),
      }))}
      slotProps={{ legend: { position: { vertical: 'top', horizontal: 'start' } } }}
    />
  );
}
