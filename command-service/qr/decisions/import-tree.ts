import type { CommissionTreeEvent } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { type CreateRoot, decideCreateRoot, decideSibling } from './create-qrs.ts';
import { type CommissionTreeState, commissionTreeFold } from './state.ts';

export interface ImportTree extends Pick<CreateRoot, 'site' | 'now' | 'renewalPolicy'> {
  /** The root first, each QR after its parent. */
  readonly qrs: readonly (Pick<CreateRoot, 'ids' | 'terms'> & {
    /** Index of the parent; null: the root. */
    readonly parent: number | null;
  })[];
}

/**
 * Creates a whole tree for the site's owner, all or none, by the rules that create its QRs one after another.
 * @throws Refused PARENT_UNKNOWN, and as decideCreateRoot and decideSibling do, with the index of the QR as the value `row`
 */
export function decideImportTree(state: CommissionTreeState, command: ImportTree): readonly CommissionTreeEvent[] {
  if (state) return [];
  const { site, now, renewalPolicy, qrs } = command;
  const actor = { kind: 'site_owner' } as const;
  const events: CommissionTreeEvent[] = [];
  let tree: CommissionTreeState = null;
  for (const [row, { ids, terms, parent }] of qrs.entries()) {
    const added = naming(row, () => {
      const above = parent === null ? undefined : qrs[parent];
      if ((parent === null) !== (row === 0) || (parent !== null && (above === undefined || parent >= row))) {
        throw new Refused('PARENT_UNKNOWN');
      }
      if (above === undefined) {
        return decideCreateRoot(null, { actor, site, now, ids, terms, renewalPolicy, claimedOffers: [] });
      }
      return decideSibling(tree, { actor, site, now, parentQrId: above.ids.qrId, ids, terms });
    });
    for (const event of added) tree = commissionTreeFold.evolve(tree, event, now, actor.kind);
    events.push(...added);
  }
  return events;
}

/** Adds the row to what `decide` refuses. */
export function naming<T>(row: number, decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.code, { ...error.values, row }, error.issues);
  }
}
