import { Box } from '@mui/material';
import { OWED_PARTS, type OwedParts } from './owed-parts.ts';

export const PART_COLOURS: Readonly<Record<keyof OwedParts, string>> = {
  inPayout: 'var(--colour-accent)',
  payable: 'var(--colour-primary)',
  onHold: 'var(--colour-chart-soft)',
};

/** A stacked bar of a debt's parts. The text beside it says the same. @param share fraction of the available width */
export function OwedBar({ parts, share = 1 }: { parts: OwedParts; share?: number }) {
  return (
    <Box
      aria-hidden="true"
      sx={{
        display: 'flex',
        gap: '2px',
        height: 12,
        width: `${Math.max(share, 0.01) * 100}%`,
        borderRadius: 1,
        overflow: 'hidden',
        forcedColorAdjust: 'none',
        printColorAdjust: 'exact',
      }}
    >
      {OWED_PARTS.filter((part) => Number(parts[part]) > 0).map((part) => (
        <Box key={part} sx={{ flexGrow: Number(parts[part]), flexBasis: 2, bgcolor: PART_COLOURS[part] }} />
      ))}
    </Box>
  );
}
