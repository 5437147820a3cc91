import { Chip } from '@mui/material';

export function StatusBadge({ label, tone }: { label: string; tone: 'good' | 'quiet' | 'warning' | 'bad' }) {
  const colours = {
    good: { bgcolor: 'primary.light', color: 'primary.dark' },
    quiet: { bgcolor: 'var(--colour-neutral-soft)', color: 'text.secondary' },
    warning: { bgcolor: 'secondary.light', color: 'secondary.dark' },
    bad: { bgcolor: 'error.light', color: 'error.main' },
  }[tone];
  return <Chip size="small" label={label} sx={{ ...colours, height: 26 }} />;
}
