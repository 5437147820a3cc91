import { Box } from '@mui/material';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { PastBalancesAnswer } from '@perktree/contracts/ledger/calls';

type Balance = Pick<PastBalancesAnswer['totals'][number], 'currency' | 'owed' | 'payable' | 'inPayout'>;

/** Parts of a debt in the order of payment, as decimal strings. */
interface OwedParts {
  readonly inPayout: string;
  /** Negative: more was reversed than earned. The next earnings settle it. */
  readonly payable: string;
  readonly onHold: string;
}
export const OWED_PARTS = ['inPayout', 'payable', 'onHold'] as const satisfies readonly (keyof OwedParts)[];

export function owedParts({ currency, owed, payable, inPayout }: Balance): OwedParts {
  const onHold = toMinor(owed, currency) - toMinor(payable, currency) - toMinor(inPayout, currency);
  return { inPayout, payable, onHold: fromMinor(onHold, currency) };
}

/** Amount by which a payable balance is below the minimum payout. Null if it reaches the minimum, or is not positive. */
export function missingToMinimum(
  { currency, payable }: Pick<Balance, 'currency' | 'payable'>,
  minimum: string,
): string | null {
  const payableMinor = toMinor(payable, currency);
  const missing = toMinor(minimum, currency) - payableMinor;
  return payableMinor > 0n && missing > 0n ? fromMinor(missing, currency) : null;
}

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
