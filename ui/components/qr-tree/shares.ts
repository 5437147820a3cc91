import { allocateCommission } from '@perktree/contracts/commission/registry';
import type { RuleChoice } from '@perktree/contracts/commission/rule';
import type { TreeRow } from '@perktree/contracts/http/qr-answers';

/** The example sale, in the currency's major unit. */
export const EXAMPLE_SALE = '100';

export interface ExampleSplit {
  /** What each QR earns, by id. Unclaimed QRs earn nothing and are left out. */
  readonly shares: ReadonlyMap<string, string>;
  /** All commission of the sale; null if QRs above the path may earn, too. */
  readonly pool: string | null;
}

/**
 * How a sale of 100 with the last QR of a path is shared.
 * @param path from the caller's topmost QR down; what QRs above it earn changes none of these shares
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
