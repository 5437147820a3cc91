import type { TreeAsOfAnswer, TreeAsOfNode } from '@perktree/contracts/audit/calls';
import type { BenefitTerms } from '@perktree/contracts/qr/benefit';

const COMPARED = [
  'name',
  'owner',
  'commissionPercent',
  'benefitDisplay',
  'isActive',
  'issuePeriod',
  'maxRedemptions',
  'totalScans',
  'totalRedemptions',
] as const;
type Compared = (typeof COMPARED)[number];
type Value = string | BenefitTerms | null;

export interface QrChange {
  readonly qrId: string;
  /** Name at the later time. */
  readonly name: string;
  /** The QR did not exist at the earlier time. */
  readonly isNew: boolean;
  /** Null: not claimed, or no limit. */
  readonly changes: readonly {
    readonly what: Compared;
    readonly before: Value;
    readonly after: Value;
  }[];
}

type TreesThen = Pick<TreeAsOfAnswer, 'asOf' | 'position' | 'trees'>;

/** Changes from the earlier of two times to the later one: an address may name them the other way round. */
export function changesBetween(one: TreesThen, other: TreesThen): readonly QrChange[] {
  const after = Date.parse(one.asOf) - Date.parse(other.asOf) || Number(one.position) - Number(other.position);
  return after <= 0 ? diffTrees(one.trees, other.trees) : diffTrees(other.trees, one.trees);
}

/** In the order of the trees. */
function diffTrees(before: readonly TreeAsOfNode[], after: readonly TreeAsOfNode[]): readonly QrChange[] {
  const known = new Map(flat(before).map((qr) => [qr.qrId, qr]));
  return flat(after).flatMap((qr): readonly QrChange[] => {
    const then = known.get(qr.qrId);
    const { qrId, name } = qr;
    if (then === undefined) return [{ qrId, name, isNew: true, changes: [] }];
    const changes = COMPARED.flatMap((what) => {
      const [was, is] = [shown(then, what), shown(qr, what)];
      if (was === is) return [];
      const isBenefit = what === 'benefitDisplay';
      return [{ what, before: isBenefit ? then.benefitTerms : was, after: isBenefit ? qr.benefitTerms : is }];
    });
    return changes.length === 0 ? [] : [{ qrId, name, isNew: false, changes }];
  });
}

const flat = (trees: readonly TreeAsOfNode[]): readonly TreeAsOfNode[] =>
  trees.flatMap((qr) => [qr, ...flat(qr.children)]);

function shown(qr: TreeAsOfNode, what: Compared): string | null {
  if (what === 'owner') return qr.owner?.name ?? null;
  const value = qr[what];
  return value === null ? null : String(value);
}
