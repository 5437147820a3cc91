import { Box, Link, Stack, Typography } from '@mui/material';
import type { PastBalancesAnswer } from '@perktree/contracts/ledger/calls';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { formatMoney } from '../lib/format.ts';
import { withParameters } from '../lib/with-parameters.ts';
import { OWED_PARTS, OwedBar, owedParts, PART_COLOURS } from './owed-bar.tsx';

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
