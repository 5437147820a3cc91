import type { COMMISSION_RULE_NAMES } from '@perktree/contracts/http/audit-reports';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/money';
import { computeCommission, type PathQr } from '../explanation/allocation.ts';

/** Ways to share a pool among those on the path. The pool itself is the topmost claimed percent of the sale in all of them. */
export const COMMISSION_RULES = {
  /** The product's own, version 1: each earns its percent less that of the next below. */
  path_differential: (path: readonly PathQr[], sale: string, currency: Currency) =>
    computeCommission(path, sale, currency).shares.map(({ qrId, ownerId, amount }) => ({ qrId, ownerId, amount })),
  /** Everybody on the path the same; the cents that are left over to those nearest to the redeemed QR. */
  even_split: (path: readonly PathQr[], sale: string, currency: Currency) => {
    const claimed = claimedOf(path);
    const pool = poolOf(path, sale, currency);
    const count = BigInt(claimed.length);
    return claimed.map(({ qrId, ownerId }, index) => {
      const isNear = BigInt(claimed.length - 1 - index) < pool % count;
      return { qrId, ownerId, amount: fromMinor(pool / count + (isNear ? 1n : 0n), currency) };
    });
  },
  /** All of it to the owner nearest to the redeemed QR. */
  nearest_only: (path: readonly PathQr[], sale: string, currency: Currency) =>
    claimedOf(path)
      .slice(-1)
      .map(({ qrId, ownerId }) => ({ qrId, ownerId, amount: fromMinor(poolOf(path, sale, currency), currency) })),
} as const satisfies Record<
  CommissionRule,
  (path: readonly PathQr[], sale: string, currency: Currency) => readonly ComputedShare[]
>;
export type CommissionRule = (typeof COMMISSION_RULE_NAMES)[number];

interface ComputedShare {
  readonly qrId: string;
  readonly ownerId: string;
  readonly amount: string;
}

const claimedOf = (path: readonly PathQr[]) =>
  path.flatMap(({ qrId, ownerId }) => (ownerId === null ? [] : [{ qrId, ownerId }]));

const poolOf = (path: readonly PathQr[], sale: string, currency: Currency) =>
  toMinor(computeCommission(path, sale, currency).pool.amount, currency);
