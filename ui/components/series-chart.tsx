import { Box, Stack, Typography } from '@mui/material';
import type { DashboardAnswer } from '@perktree/contracts/http/dashboard';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../lib/format.ts';

const HEIGHT = 120;
/** Paler than the primary colour, and still 3:1 apart from it. */
const SCANS_COLOUR = 'var(--colour-chart-soft)';
const REDEMPTIONS_COLOUR = 'var(--colour-primary)';

/** Scans by day as bars, redemptions within them in the stronger colour. */
export function SeriesChart({ series }: { series: DashboardAnswer['series'] }) {
  const { t, i18n } = useTranslation('chart');
  const most = Math.max(1, ...series.map((day) => Math.max(day.scans, day.redemptions)));
  const first = series[0];
  const last = series.at(-1);
  if (!first || !last) return null;
  const scans = series.reduce((sum, day) => sum + day.scans, 0);
  const redemptions = series.reduce((sum, day) => sum + day.redemptions, 0);
  const day = (date: string) => formatDate(`${date}T12:00:00Z`, i18n.language);
  return (
    <div>
      <Stack direction="row" spacing={2} sx={{ mb: 1.5 }}>
        <Legend colour={SCANS_COLOUR} text={t('scans')} />
        <Legend colour={REDEMPTIONS_COLOUR} text={t('redemptions')} />
      </Stack>
      <Box
        component="svg"
        role="img"
        aria-label={t('summary', { days: series.length, scans, redemptions })}
        viewBox={`0 0 ${series.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        sx={{ display: 'block', width: '100%', height: HEIGHT }}
      >
        {series.map(({ date, scans: scanned, redemptions: redeemed }, i) => {
          const tall = (scanned / most) * (HEIGHT - 2);
          const filled = (redeemed / most) * (HEIGHT - 2);
          return (
            <g key={date}>
              <rect x={i * 10 + 1} width="8" y={HEIGHT - 1} height="1" fill="var(--colour-line)" />
              <rect x={i * 10 + 1} width="8" y={HEIGHT - tall} height={tall} fill={SCANS_COLOUR} />
              <rect x={i * 10 + 1} width="8" y={HEIGHT - filled} height={filled} fill={REDEMPTIONS_COLOUR} />
            </g>
          );
        })}
      </Box>
      <Stack direction="row" sx={{ justifyContent: 'space-between', mt: 0.75 }}>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {day(first.date)}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {day(last.date)}
        </Typography>
      </Stack>
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
