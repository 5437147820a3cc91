import type { RuleSettings } from '@perktree/contracts/commission/rule';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import {
  auditedPercentOf,
  type Calculation,
  type Computed,
  type PathQr,
  roundedQuotient,
  WHOLE,
} from './calculation.ts';

/** Rule version 2. A share is limited to the sale amount less what the QRs below it on the path earn. */
export const auditedFixedPerTier: Calculation = {
  compute,
  reversedPool({ sale, shares }, reversed) {
    if (sale === 0n) return 0n;
    return roundedQuotient(reversed * sum(shares.map(({ earned }) => earned)), sale);
  },
};

function compute(path: readonly PathQr[], saleAmount: string, currency: Currency, settings: RuleSettings): Computed {
  const sale = toMinor(saleAmount, currency);
  const ofTiers = (settings.tierAmounts ?? []).map((amount) => toMinor(amount, currency));
  const wanted = path.map(({ ownerId }, tier) => (ownerId === null ? 0n : (ofTiers[tier] ?? 0n)));
  const most = (minor: bigint) => (minor > sale ? sale : minor);
  const percent = (minor: bigint) => auditedPercentOf(sale === 0n ? 0n : roundedQuotient(minor * WHOLE, sale));
  const pool = most(sum(wanted));
  return {
    pool: { percent: percent(pool), exact: fromMinor(sum(wanted), currency), amount: fromMinor(pool, currency) },
    shares: path.flatMap(({ qrId, ownerId }, tier) => {
      if (ownerId === null) return [];
      const exact = wanted[tier] ?? 0n;
      const earned = most(sum(wanted.slice(tier))) - most(sum(wanted.slice(tier + 1)));
      const amount = fromMinor(earned, currency);
      return {
        qrId,
        ownerId,
        percent: percent(earned),
        exact: fromMinor(exact, currency),
        floor: amount,
        remainder: fromMinor(exact - earned, currency),
        gotExtra: false,
        amount,
      };
    }),
  };
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);
