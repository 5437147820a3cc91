import { Box, Link, Stack, Typography } from '@mui/material';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { PastBalancesAnswer, SiteBalancesAnswer } from '@perktree/contracts/ledger/calls';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { withParameters } from '../lib/list-state.ts';
import { useLocale } from '../lib/use-locale.ts';

type Balance = Pick<PastBalancesAnswer['totals'][number], 'currency' | 'owed' | 'payable' | 'inPayout'>;

/** Parts of a debt in the order of payment: each with the state of its ledger entries. */
const PARTS = {
  inPayout: { colour: 'var(--colour-accent)', entries: 'in_payout' },
  payable: { colour: 'var(--colour-primary)', entries: 'payable' },
  onHold: { colour: 'var(--colour-chart-soft)', entries: 'pending' },
} as const;
const OWED_PARTS = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** Decimal strings. `payable` is negative if more was reversed than earned: the next earnings settle it. */
type OwedParts = Readonly<Record<keyof typeof PARTS, string>>;

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
        <Box key={part} sx={{ flexGrow: Number(parts[part]), flexBasis: 2, bgcolor: PARTS[part].colour }} />
      ))}
    </Box>
  );
}

/** The person at the screen, or the distributors of their site. */
export type Debtor = 'you' | 'distributors';
const DEBTS = { you: 'owed.byYou', distributors: 'owed.byDistributors' } as const;

/** Id of the element with the ledger entries. */
export const BREAKDOWN_ID = 'breakdown';

/** The debt in one currency and its parts, each with a link to its ledger entries. @param props.debtor who owes it if it is negative */
export function OwedTotal({ total, debtor }: { total: PastBalancesAnswer['totals'][number]; debtor: Debtor }) {
  const { t, format } = useLocale('payouts');
  const [query] = useSearchParams();
  const parts = owedParts(total);
  const money = (amount: string) => format.money(amount, total.currency);
  const shownParts = OWED_PARTS.map((part) =>
    part === 'payable' && Number(parts.payable) < 0
      ? { part, name: 'negative' as const, amount: parts.payable.slice(1) }
      : { part, name: part, amount: parts[part] },
  );
  const entriesOf = (part: keyof typeof PARTS) => ({
    search: String(withParameters(query, { 'ledger-show': PARTS[part].entries })),
  });
  return (
    <Stack spacing={1.5}>
      <Typography variant="amount" sx={{ fontSize: { xs: '1.375rem', sm: '1.75rem' }, lineHeight: 1.2 }}>
        {Number(total.owed) < 0 ? t(DEBTS[debtor], { amount: money(total.owed.slice(1)) }) : money(total.owed)}
      </Typography>
      <OwedBar parts={parts} />
      <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, m: 0, '& > *': { flex: '1 1 150px' } }}>
        {shownParts.map(({ part, name, amount }) => (
          <div key={part}>
            <Stack component="dt" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
              <Box
                aria-hidden="true"
                sx={{
                  width: 12,
                  height: 12,
                  borderRadius: 0.5,
                  bgcolor: PARTS[part].colour,
                  forcedColorAdjust: 'none',
                }}
              />
              <Typography variant="quiet">{t(`owed.${name}`)}</Typography>
            </Stack>
            <Box component="dd" sx={{ m: 0 }}>
              <Typography variant="amount">{money(amount)}</Typography>
              <Typography variant="quiet">{t(`owed.${name}Why`)}</Typography>
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

type SiteBalance = SiteBalancesAnswer['distributors'][number];

/** A balance that no payout settles: a distributor's debt, or what a deleted account is owed. */
export interface Unpayable extends SiteBalance {
  /** The part that is still on hold and cannot be written off yet. Null: nothing is. */
  readonly maturing: string | null;
  /** The payable balance can be written off now. */
  readonly isDue: boolean;
}

export function unpayableOf(balances: readonly SiteBalance[]): readonly Unpayable[] {
  return balances.flatMap((balance) => {
    const payable = Number(balance.payable);
    const { onHold } = owedParts(balance);
    const maturing = Number(onHold) === 0 ? null : onHold;
    const isDue = payable < 0 || (balance.isErased && payable > 0);
    return isDue || (balance.isErased && maturing !== null) ? [{ ...balance, maturing, isDue }] : [];
  });
}
