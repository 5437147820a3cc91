/** The commission rules, computed without the product (docs/reference/statement-format.md). */

/** Of the amounts and percents of a statement, most stand in many of its events. */
const read = new Map();

/** "1.5" → 150n: hundredths, of a currency's unit or of a percent. */
export function hundredths(text) {
  if (!read.has(text)) read.set(text, readHundredths(text));
  return read.get(text);
}

function readHundredths(text) {
  const parts = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(text));
  if (!parts) throw new Error(`${text} is no amount`);
  const value = BigInt(parts[2] + (parts[3] ?? '').padEnd(2, '0'));
  return parts[1] === '-' ? -value : value;
}

export function asText(value) {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Rule 1: each claimed QR earns its percent less that of the next claimed one below; largest remainder. */
function byPercents({ path, saleAmount }) {
  const sale = hundredths(saleAmount);
  const claimed = path.filter(({ ownerId }) => ownerId !== null);
  const points = claimed.map(({ percent }) => hundredths(percent));
  const pool = (2n * sale * (points[0] ?? 0n) + 10_000n) / 20_000n;
  const parts = claimed.map(({ qrId, ownerId }, index) => {
    const own = points[index] - (points[index + 1] ?? 0n);
    const exact = sale * own;
    return { qrId, ownerId, own, index, floor: exact / 10_000n, rest: exact % 10_000n };
  });
  const left = Number(pool - parts.reduce((sum, { floor }) => sum + floor, 0n));
  const byRest = [...parts].sort((a, b) => (a.rest === b.rest ? b.index - a.index : a.rest < b.rest ? 1 : -1));
  const extra = new Set(byRest.slice(0, left));
  return {
    pool,
    shares: parts.map((part) => {
      const { qrId, ownerId, own, floor } = part;
      return { qrId, ownerId, own, amount: floor + (extra.has(part) ? 1n : 0n) };
    }),
  };
}

/** Rule 2: each claimed QR earns the amount of its tier; those nearest to the redeemed QR first, up to the sale amount. */
export function byTiers({ path, saleAmount, ruleSettings }) {
  const sale = hundredths(saleAmount);
  let left = sale;
  const shares = path
    .map((qr, tier) => ({ ...qr, ofTier: hundredths(ruleSettings?.tierAmounts?.[tier] ?? '0') }))
    .filter(({ ownerId }) => ownerId !== null)
    .reverse()
    .map((qr) => {
      const amount = qr.ofTier < left ? qr.ofTier : left;
      left -= amount;
      return { ...qr, own: percentOf(amount, sale), amount };
    });
  return { pool: sale - left, shares: shares.reverse() };
}

/** Half-up, in hundredths of a percent. */
export const percentOf = (amount, sale) => (sale === 0n ? 0n : (2n * amount * 10_000n + sale) / (2n * sale));

/** Commission rules by their version. */
export const RULES = new Map([
  [1, byPercents],
  [2, byTiers],
]);

export function ruleOf({ ruleVersion }) {
  const rule = RULES.get(ruleVersion);
  if (rule === undefined) throw new Error(`rule ${ruleVersion} is not known here`);
  return rule;
}

/** A share's part of what is reversed so far, half-up: what reversals of version 1 take back of it. */
export function partOf(share, reversed, sale) {
  if (sale === 0n) return 0n;
  return (share * reversed) / sale + (((share * reversed) % sale) * 2n >= sale ? 1n : 0n);
}

/** The pool of what is reversed so far, half-up: of the percents by rule 1, in proportion to the earned pool by rule 2. */
function reversedPool(shares, { reversed, sale, rule }) {
  const sum = (amounts) => amounts.reduce((all, amount) => all + amount, 0n);
  if (rule === byTiers) return partOf(sum(shares.map(({ earned }) => earned)), reversed, sale);
  return (2n * reversed * sum(shares.map(({ points }) => points)) + 10_000n) / 20_000n;
}

/** Each share by itself is rounded by less than one unit; the pool moves at most one unit for each of 33 levels. */
export const MAX_MOVED = 33n;

/**
 * What reversals of version 2 take back of each share in all: together the pool of what is reversed. Unit n of a share is
 * due at (2n - 1) / share; of units due at once, that nearest to the redeemed QR comes first.
 */
export function takenInAll(shares, reversal) {
  const { reversed, sale } = reversal;
  const pool = reversedPool(shares, reversal);
  const units = shares.map(({ earned, taken }, index) => {
    const part = partOf(earned, reversed, sale);
    return { earned, index, least: taken, count: part > taken ? part : taken };
  });
  const byDue = (side) => (a, b) => {
    const [left, right] = [(2n * a.count + side) * b.earned, (2n * b.count + side) * a.earned];
    return left === right ? b.index - a.index : left < right ? -1 : 1;
  };
  let missing = units.reduce((rest, { count }) => rest - count, pool);
  const max = MAX_MOVED * BigInt(units.length);
  if (missing > max || missing < -max) throw new Error(`${missing} hundredths are too many to round`);
  while (missing !== 0n) {
    const isAdding = missing > 0n;
    const open = units.filter(({ count, earned, least }) => (isAdding ? count < earned : count > least));
    const unit = isAdding ? open.sort(byDue(1n))[0] : open.sort(byDue(-1n)).at(-1);
    if (unit === undefined) break;
    unit.count += isAdding ? 1n : -1n;
    missing += isAdding ? -1n : 1n;
  }
  return units.map(({ count }) => count);
}
