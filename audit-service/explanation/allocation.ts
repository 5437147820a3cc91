import { type Currency, fromMinor, minorDigits, toMinor } from '@perktree/contracts/money';
import { toBasisPoints } from '@perktree/contracts/percent';

/** The rule that this file computes (domain.md 7). */
export const KNOWN_RULE_VERSION = 1;

/** A QR of a path, root first. */
export interface PathQr {
  readonly qrId: string;
  readonly ownerId: string | null;
  /** Decimal string, percent of the sale amount. */
  readonly percent: string;
}

/** One share with every step of its rounding; sums are decimal strings in the currency's major unit. */
export interface ComputedShare {
  readonly qrId: string;
  readonly ownerId: string;
  readonly percent: string;
  readonly exact: string;
  readonly floor: string;
  readonly remainder: string;
  /** Got one of the minor units that the pool had left. */
  readonly gotExtra: boolean;
  readonly amount: string;
}

export interface Computed {
  readonly pool: { readonly percent: string; readonly exact: string; readonly amount: string };
  readonly shares: readonly ComputedShare[];
}

/** Basis points in a whole. */
const WHOLE = 10_000n;

/**
 * The commission of a sale, computed apart from contracts/commission and in whole numbers only, so that neither can hide a
 * mistake of the other. Exact sums are in ten-thousandths of the minor unit.
 */
export function computeCommission(path: readonly PathQr[], saleAmount: string, currency: Currency): Computed {
  const sale = toMinor(saleAmount, currency);
  const claimed = path.flatMap(({ qrId, ownerId, percent }) =>
    ownerId === null ? [] : [{ qrId, ownerId, points: BigInt(toBasisPoints(percent)) }],
  );
  const topmost = claimed[0]?.points ?? 0n;
  const poolExact = sale * topmost;
  const pool = (2n * poolExact + WHOLE) / (2n * WHOLE);

  const parts = claimed.map(({ qrId, ownerId, points }, index) => {
    const own = points - (claimed[index + 1]?.points ?? 0n);
    const exact = sale * own;
    return { qrId, ownerId, own, exact, floor: floorDivide(exact), index };
  });
  const left = pool - parts.reduce((sum, { floor }) => sum + floor, 0n);
  const byRemainder = parts.toSorted((a, b) => compare(rest(b), rest(a)) || b.index - a.index);
  const withExtra = new Set(byRemainder.slice(0, Number(left)));

  return {
    pool: { percent: percentOf(topmost), exact: exactAmount(poolExact, currency), amount: fromMinor(pool, currency) },
    shares: parts.map((part) => ({
      qrId: part.qrId,
      ownerId: part.ownerId,
      percent: percentOf(part.own),
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

/** 250n → "2.50"; negative where a path is not in order. */
function percentOf(points: bigint): string {
  const digits = (points < 0n ? -points : points).toString().padStart(3, '0');
  return `${points < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Ten-thousandths of a minor unit as an amount, without the zeros that it ends with: at least the minor unit's digits. */
function exactAmount(tenThousandths: bigint, currency: Currency): string {
  const digits = minorDigits(currency) + 4;
  const absolute = (tenThousandths < 0n ? -tenThousandths : tenThousandths).toString().padStart(digits + 1, '0');
  const fraction = absolute.slice(-digits);
  const shown = fraction.replace(/0{1,4}$/, '');
  return `${tenThousandths < 0n ? '-' : ''}${absolute.slice(0, -digits)}${shown === '' ? '' : `.${shown}`}`;
}
