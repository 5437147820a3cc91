import { sharesOf, takeBack } from '../../model/shares.ts';

/** One QR of a path. `owner` null: unclaimed, or its owner is blocked. */
export interface Step {
  readonly qr: string;
  readonly owner: string | null;
  /** Percent of the sale amount in hundredths. */
  readonly points: bigint;
}

/** What one owner earns, in minor units. */
export interface Part {
  readonly qr: string;
  readonly owner: string;
  /** Differential percent in hundredths. */
  readonly points: bigint;
  readonly minor: bigint;
}

/** The topmost percent of an amount, half-up. */
export const poolOf = (points: bigint, amount: bigint): bigint => (amount * points * 2n + 10_000n) / 20_000n;

/** Percent of all parts together, in hundredths. */
export const pointsOf = (parts: readonly Pick<Part, 'points'>[]): bigint =>
  parts.reduce((sum, { points }) => sum + points, 0n);

/** The model's shares, with their QRs. @param path root first */
export function partsOf(path: readonly Step[], sale: bigint): readonly Part[] {
  const kept = path.filter(({ owner }) => owner !== null);
  const steps = path.map(({ owner, points }) => ({ owner, percent: Number(points) }));
  return sharesOf(steps, Number(sale)).map(({ owner, percent, cents }, n) => {
    return { qr: kept[n]?.qr ?? '', owner, points: BigInt(percent), minor: BigInt(cents) };
  });
}

/** The total that reversals take from each part. @param reversed sum of the reversed amounts */
export function takenBackOf(parts: readonly Part[], reversed: bigint): readonly bigint[] {
  const shares = parts.map(({ points, minor }) => ({ percent: Number(points), cents: Number(minor), taken: 0 }));
  return takeBack(shares, Number(reversed)).map(BigInt);
}
