import type { RuleSettings } from '@perktree/contracts/commission/rule';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { toBasisPoints } from '@perktree/contracts/kernel/percent';
import {
  auditedPercentOf,
  type Calculation,
  type Computed,
  exactAmount,
  type PathQr,
  roundedQuotient,
  WHOLE,
} from './calculation.ts';

/** Rule version 1, in whole numbers only. Exact sums are in ten-thousandths of the minor unit. */
export const auditedPathDifferential: Calculation = {
  compute: computePathDifferential,
  reversedPool({ shares }, reversed) {
    return roundedQuotient(
      reversed * BigInt(shares.reduce((sum, { percent }) => sum + toBasisPoints(percent), 0)),
      WHOLE,
    );
  },
};

function computePathDifferential(path: readonly PathQr[], saleAmount: string, currency: Currency): Computed {
  const sale = toMinor(saleAmount, currency);
  const claimed = path.flatMap(({ qrId, ownerId, percent }) =>
    ownerId === null ? [] : [{ qrId, ownerId, points: BigInt(toBasisPoints(percent)) }],
  );
  const topmost = claimed[0]?.points ?? 0n;
  const poolExact = sale * topmost;
  const pool = roundedQuotient(poolExact, WHOLE);

  const parts = claimed.map(({ qrId, ownerId, points }, index) => {
    const own = points - (claimed[index + 1]?.points ?? 0n);
    const exact = sale * own;
    return { qrId, ownerId, own, exact, floor: floorDivide(exact), index };
  });
  const left = pool - parts.reduce((sum, { floor }) => sum + floor, 0n);
  const byRemainder = parts.toSorted((a, b) => compare(rest(b), rest(a)) || b.index - a.index);
  const withExtra = new Set(byRemainder.slice(0, Number(left)));

  return {
    pool: {
      percent: auditedPercentOf(topmost),
      exact: exactAmount(poolExact, currency),
      amount: fromMinor(pool, currency),
    },
    shares: parts.map((part) => ({
      qrId: part.qrId,
      ownerId: part.ownerId,
      percent: auditedPercentOf(part.own),
      exact: exactAmount(part.exact, currency),
      floor: fromMinor(part.floor, currency),
      remainder: exactAmount(rest(part), currency),
      gotExtra: withExtra.has(part),
      amount: fromMinor(part.floor + (withExtra.has(part) ? 1n : 0n), currency),
    })),
  };
}

/** Rounds down below zero, too: a path that was tampered with can have a share that takes. */
function floorDivide(exact: bigint): bigint {
  return exact >= 0n ? exact / WHOLE : (exact - WHOLE + 1n) / WHOLE;
}

const rest = ({ exact, floor }: { exact: bigint; floor: bigint }) => exact - floor * WHOLE;
const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

/** Rule version 2. A share is limited to the sale amount less what the QRs below it on the path earn. */
export const auditedFixedPerTier: Calculation = {
  compute: computeFixedPerTier,
  reversedPool({ sale, shares }, reversed) {
    if (sale === 0n) return 0n;
    return roundedQuotient(reversed * sum(shares.map(({ earned }) => earned)), sale);
  },
};

function computeFixedPerTier(
  path: readonly PathQr[],
  saleAmount: string,
  currency: Currency,
  settings: RuleSettings,
): Computed {
  const sale = toMinor(saleAmount, currency);
  const ofTiers = (settings.tierAmounts ?? []).map((amount) => toMinor(amount, currency));
  const wanted = path.map(({ ownerId }, tier) => (ownerId === null ? 0n : (ofTiers[tier] ?? 0n)));
  const withinSale = (minor: bigint) => (minor > sale ? sale : minor);
  const percent = (minor: bigint) => auditedPercentOf(sale === 0n ? 0n : roundedQuotient(minor * WHOLE, sale));
  const pool = withinSale(sum(wanted));
  return {
    pool: { percent: percent(pool), exact: fromMinor(sum(wanted), currency), amount: fromMinor(pool, currency) },
    shares: path.flatMap(({ qrId, ownerId }, tier) => {
      if (ownerId === null) return [];
      const exact = wanted[tier] ?? 0n;
      const earned = withinSale(sum(wanted.slice(tier))) - withinSale(sum(wanted.slice(tier + 1)));
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

/** By the rule version that events record. */
const CALCULATIONS: Readonly<Record<number, Calculation>> = { 1: auditedPathDifferential, 2: auditedFixedPerTier };

/** The commission rule that a redemption names. */
export interface RecordedRule {
  readonly ruleVersion: number;
  readonly ruleSettings: RuleSettings;
}

export const isKnownRule = (ruleVersion: number): boolean => ruleVersion in CALCULATIONS;

/** Of a rule version. Checks report an unknown one by itself; the rest is then compared with version 1. */
export const calculationOf = (ruleVersion: number): Calculation => CALCULATIONS[ruleVersion] ?? auditedPathDifferential;
