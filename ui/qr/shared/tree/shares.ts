import { allocateCommission } from '@perktree/contracts/commission/registry';
import type { RuleChoice } from '@perktree/contracts/commission/rule';
import type { TreeRow } from '@perktree/contracts/qr/answers';

/** The example sale, in the currency's major unit. */
export const EXAMPLE_SALE = '100';

export interface ExampleSplit {
  /** Amount that each QR earns, by id. Without unclaimed QRs, which earn nothing. */
  readonly shares: ReadonlyMap<string, string>;
  /** Total commission of the sale; null if QRs above the path may earn, too. */
  readonly pool: string | null;
}

/**
 * Splits a sale of 100 with the last QR of a path.
 * @param path from the caller's topmost QR down. Earnings of QRs above it do not affect these shares
 */
export function splitOf(path: readonly TreeRow[], rule: RuleChoice): ExampleSplit {
  const top = path[0];
  if (top === undefined) return { shares: new Map(), pool: null };
  // A rule may depend on the depth below the root, which a distributor may not read.
  const above = Array.from({ length: top.depth }, (_, n) => ({ qrId: `above ${n}`, ownerId: null, percent: '0' }));
  const below = path.map((qr) => ({
    qrId: qr.id,
    ownerId: qr.isClaimed ? qr.id : null,
    percent: qr.commissionPercent,
  }));
  const { shares, pool } = allocateCommission(rule, [...above, ...below], EXAMPLE_SALE, top.currency);
  return { shares: new Map(shares.map(({ qrId, amount }) => [qrId, amount])), pool: top.depth === 0 ? pool : null };
}
