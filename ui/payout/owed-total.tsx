import { Box, Link, Stack, Typography } from '@mui/material';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { PastBalancesAnswer } from '@perktree/contracts/ledger/calls';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { formatMoney } from '../lib/format.ts';
import { withParameters } from '../lib/with-parameters.ts';

type Balance = Pick<PastBalancesAnswer['totals'][number], 'currency' | 'owed' | 'payable' | 'inPayout'>;

/** Parts of a debt in the order of payment, as decimal strings. */
interface OwedParts {
  readonly inPayout: string;
  /** Negative: more was reversed than earned. The next earnings settle it. */
  readonly payable: string;
  readonly onHold: string;
}
const OWED_PARTS = ['inPayout', 'payable', 'onHold'] as const satisfies readonly (keyof OwedParts)[];

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

const PART_COLOURS: Readonly<Record<keyof OwedParts, string>> = {
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

/** Id of the element with the ledger entries. */
export const BREAKDOWN_ID = 'breakdown';

/** States of the ledger entries that make up a part. */
const ENTRIES = { inPayout: 'in_payout', payable: 'payable', onHold: 'pending' } as const;

/** The debt in one currency and its parts, each with a link to its ledger entries. */
export function OwedTotal({ total }: { total: PastBalancesAnswer['totals'][number] }) {
  const { t, i18n } = useTranslation('payouts');
  const [query] = useSearchParams();
  const parts = owedParts(total);
  const money = (amount: string) => formatMoney(amount, total.currency, i18n.language);
  const entriesOf = (part: keyof typeof ENTRIES) => ({
    search: String(withParameters(query, { 'ledger-show': ENTRIES[part] })),
  });
  return (
    <Stack spacing={1.5}>
      <Typography sx={{ fontSize: '1.75rem', fontWeight: 700, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' }}>
        {money(total.owed)}
      </Typography>
      <OwedBar parts={parts} />
      <Box
        component="dl"
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', m: 0 }}
      >
        {OWED_PARTS.map((part) => (
          <div key={part}>
            <Stack component="dt" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
              <Box
                aria-hidden="true"
                sx={{
                  width: 12,
                  height: 12,
                  borderRadius: 0.5,
                  bgcolor: PART_COLOURS[part],
                  forcedColorAdjust: 'none',
                }}
              />
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t(`owed.${part}`)}
              </Typography>
            </Stack>
            <Box component="dd" sx={{ m: 0 }}>
              <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>{money(parts[part])}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t(part === 'payable' && Number(parts.payable) < 0 ? 'owed.negativeWhy' : `owed.${part}Why`)}
              </Typography>
              {Number(parts[part]) > 0 && (
                <Link
                  component={RouterLink}
                  to={entriesOf(part)}
                  onClick={() => document.getElementById(BREAKDOWN_ID)?.focus()}
                  variant="body2"
                  aria-label={t('owed.entriesOf', { part: t(`owed.${part}`) })}
                  sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
                >
                  {t('owed.entries')}
                </Link>
              )}
            </Box>
          </div>
        ))}
      </Box>
    </Stack>
  );
}
