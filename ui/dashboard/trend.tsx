import TrendingDown from '@mui/icons-material/TrendingDown';
import TrendingFlat from '@mui/icons-material/TrendingFlat';
import TrendingUp from '@mui/icons-material/TrendingUp';
import { Stack } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { changeInPercent } from '../lib/format.ts';

/** Colours for a figure that fell, stayed the same or rose. */
const COLOURS = ['error.main', 'text.secondary', 'primary.main'];

export function Trend({ now, before }: { now: number; before: number }) {
  const { t } = useTranslation('dashboard');
  const change = changeInPercent(now, before);
  if (change === null) return null;
  const Icon = change > 0 ? TrendingUp : change < 0 ? TrendingDown : TrendingFlat;
  const text = change === 0 ? t('trend.same') : t('trend.change', { change: `${change > 0 ? '+' : ''}${change}` });
  return (
    <Stack direction="row" spacing={0.5} sx={{ alignItems: 'flex-start', color: COLOURS[Math.sign(change) + 1] }}>
      <Icon aria-hidden="true" sx={{ fontSize: 18, mt: '1px' }} />
      <span>{text}</span>
    </Stack>
  );
}
