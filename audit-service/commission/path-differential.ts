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
  compute,
  reversedPool({ shares }, reversed) {
    return roundedQuotient(
      reversed * BigInt(shares.reduce((sum, { percent }) => sum + toBasisPoints(percent), 0)),
      WHOLE,
    );
  },
};

function compute(path: readonly PathQr[], saleAmount: string, currency: Currency): Computed {
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
