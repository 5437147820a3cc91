import { Box, Stack, Typography } from '@mui/material';
import type { DashboardAnswer } from '@perktree/contracts/http/dashboard';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../lib/format.ts';
import { axisTicks } from './axis-ticks.ts';

type Day = DashboardAnswer['series'][number];

const HEIGHT = 160;
/** Paler than the primary colour, and still 3:1 apart from it. */
const SCANS_COLOUR = 'var(--colour-chart-soft)';
const REDEMPTIONS_COLOUR = 'var(--colour-primary)';

/**
 * Scans by day as bars, redemptions within them in the stronger colour, on an axis of counts. A day's figures stand above the
 * chart while it is pointed at, touched or chosen with the arrow keys; screen readers get them from the slider's value.
 */
export function SeriesChart({ series }: { series: DashboardAnswer['series'] }) {
  const { t, i18n } = useTranslation('chart');
  const [chosen, setChosen] = useState<number | null>(null);
  const first = series[0];
  const last = series.at(-1);
  if (!first || !last) return null;
  const ticks = axisTicks(Math.max(...series.map((day) => Math.max(day.scans, day.redemptions))));
  const top = ticks.at(-1) ?? 1;
  const scans = series.reduce((sum, day) => sum + day.scans, 0);
  const redemptions = series.reduce((sum, day) => sum + day.redemptions, 0);
  const number = (value: number) => formatNumber(value, i18n.language);
  const date = (day: Day) => formatDate(`${day.date}T12:00:00Z`, i18n.language);
  const sentence = (day: Day) =>
    t('day', { date: date(day), scans: number(day.scans), redemptions: number(day.redemptions) });
  const shown = chosen === null ? null : (series[chosen] ?? null);
  const choose = (at: number) => setChosen(Math.min(Math.max(at, 0), series.length - 1));
  return (
    <div>
      <Stack direction="row" useFlexGap spacing={2} sx={{ mb: 1.5, flexWrap: 'wrap', minHeight: '1.5rem' }}>
        <Legend colour={SCANS_COLOUR} text={t('scans')} />
        <Legend colour={REDEMPTIONS_COLOUR} text={t('redemptions')} />
        <Typography variant="body2" sx={{ fontWeight: 600, ml: { sm: 'auto' } }}>
          {shown ? sentence(shown) : t('total', { scans: number(scans), redemptions: number(redemptions) })}
        </Typography>
      </Stack>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 1 }}>
        <Box aria-hidden="true" sx={{ position: 'relative', height: HEIGHT, minWidth: `${number(top).length}ch` }}>
          {ticks.map((tick) => (
            <Typography
              key={tick}
              variant="caption"
              sx={{
                position: 'absolute',
                right: 0,
                bottom: (tick / top) * (HEIGHT - 1),
                transform: 'translateY(50%)',
                color: 'text.secondary',
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              {number(tick)}
            </Typography>
          ))}
        </Box>
        <Box
          component="svg"
          role="slider"
          tabIndex={0}
          aria-label={t('summary', { days: series.length, scans, redemptions })}
          aria-valuemin={1}
          aria-valuemax={series.length}
          aria-valuenow={(chosen ?? series.length - 1) + 1}
          aria-valuetext={sentence(shown ?? last)}
          viewBox={`0 0 ${series.length * 10} ${HEIGHT}`}
          preserveAspectRatio="none"
          onPointerMove={(event) => {
            const { left, width } = event.currentTarget.getBoundingClientRect();
            choose(Math.floor(((event.clientX - left) / width) * series.length));
          }}
          onPointerLeave={() => setChosen(null)}
          onBlur={() => setChosen(null)}
          onKeyDown={(event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (step === undefined) return;
            event.preventDefault();
            choose(chosen === null ? series.length - 1 : chosen + step);
          }}
          sx={{ display: 'block', width: '100%', height: HEIGHT, touchAction: 'pan-y' }}
        >
          {ticks.map((tick) => {
            const y = HEIGHT - 0.5 - (tick / top) * (HEIGHT - 1);
            return <line key={tick} x1="0" x2={series.length * 10} y1={y} y2={y} stroke="var(--colour-line)" />;
          })}
          {series.map((day, i) => {
            const tall = (day.scans / top) * (HEIGHT - 1);
            const filled = (day.redemptions / top) * (HEIGHT - 1);
            return (
              <g key={day.date} opacity={chosen === null || chosen === i ? 1 : 0.45}>
                <rect x={i * 10 + 1} width="8" y={HEIGHT - tall} height={tall} fill={SCANS_COLOUR} />
                <rect x={i * 10 + 1} width="8" y={HEIGHT - filled} height={filled} fill={REDEMPTIONS_COLOUR} />
              </g>
            );
          })}
        </Box>
        <span />
        <Stack direction="row" sx={{ justifyContent: 'space-between', mt: 0.75 }}>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {date(first)}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {date(last)}
          </Typography>
        </Stack>
      </Box>
    </div>
  );
}

function Legend({ colour, text }: { colour: string; text: string }) {
  return (
    <Stack direction="row" spacing={0.75} sx={{ alignItems: 'center' }}>
      <Box aria-hidden="true" sx={{ width: 12, height: 12, borderRadius: 0.5, bgcolor: colour }} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text}
      </Typography>
    </Stack>
  );
}
