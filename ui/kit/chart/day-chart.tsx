import { Box, Button, CircularProgress, Stack, Typography } from '@mui/material';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocale } from '../../lib/use-locale.ts';
import { DataTable, type TableColumn } from '../figures.tsx';
import { onDemand } from '../on-demand.tsx';
import type { ChartDay, ChartSeries } from './bars.tsx';

/** The figures of a chart, the newest day first. */
function DayTable({ days, series }: { days: readonly ChartDay[]; series: readonly ChartSeries[] }) {
  const { t, format } = useLocale('chart');
  const columns: readonly TableColumn<ChartDay>[] = [
    { title: t('date'), value: ({ date }) => format.day(date) },
    ...series.map(({ label, format }, index) => ({
      title: label,
      value: ({ values }: ChartDay) => format(values[index] ?? 0),
      align: 'right' as const,
    })),
  ];
  const label = series.map((one) => one.label).join(', ');
  return (
    <DataTable label={label} columns={columns} rows={days.toReversed()} keyOf={({ date }) => date} maxHeight={360} />
  );
}

const CHART_HEIGHT = 240;
/** Loaded after the figures of the page: the chart library is larger than a whole screen. */
const Bars = onDemand(() => import('./bars.tsx'), <Waiting />);
/** By default, a chart shows the focus only after an arrow key has reached a bar. */
const SHOWN_FOCUS = {
  // `!important` overrides an inline style.
  '& [role=none]:focus-visible': { outline: '2px solid var(--colour-primary) !important', outlineOffset: '-2px' },
};

/**
 * Figures by day as bars, with a table of the same figures.
 * @param props.summary the totals, above the bars
 * @param props.timeZone of the days
 */
export function DayChart(props: {
  days: readonly ChartDay[];
  series: readonly ChartSeries[];
  summary: string;
  timeZone: string;
}) {
  const { t } = useLocale('chart');
  const [isTable, setTable] = useState(false);
  const isFetching = useIsFetching() > 0;
  const [areFiguresLoaded, setFiguresLoaded] = useState(false);
  useEffect(() => {
    if (!isFetching) setFiguresLoaded(true);
  }, [isFetching]);
  if (props.days.length === 0) return null;
  return (
    <div>
      <Stack
        direction="row"
        useFlexGap
        spacing={1}
        sx={{ mb: 1, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {props.summary}
        </Typography>
        <Button size="small" aria-expanded={isTable} onClick={() => setTable(!isTable)} className="no-print">
          {isTable ? t('showBars') : t('showTable')}
        </Button>
      </Stack>
      {isTable ? (
        <DayTable days={props.days} series={props.series} />
      ) : (
        <Box sx={{ minHeight: CHART_HEIGHT, ...SHOWN_FOCUS }}>
          {areFiguresLoaded ? <Bars days={props.days} series={props.series} /> : <Waiting />}
        </Box>
      )}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('zone', { zone: props.timeZone })}
      </Typography>
    </div>
  );
}

/** Unlike `Loading`, it does not hide the panels below. */
function Waiting() {
  const { t } = useLocale('common');
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', height: CHART_HEIGHT }}>
      <CircularProgress aria-label={t('loading')} />
    </Box>
  );
}
