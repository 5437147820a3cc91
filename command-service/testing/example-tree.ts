import type { CommissionTreeEvent } from '@perktree/contracts/catalogue/events';
import { deriveUuid } from '../engine/command.ts';
import { decideClaim } from '../qr/decisions/change-qr.ts';
import { decideCreateRoot, decideSplit } from '../qr/decisions/create-qrs.ts';
import { type CommissionTree, type CommissionTreeState, commissionTreeFold } from '../qr/decisions/state.ts';
import type { Site } from '../site/decisions/state.ts';
import { exampleSite, NOW } from './example-site.ts';
import { given } from './given.ts';

export const OFFER = {
  type: 'DISCOUNT_PERCENT',
  discountPercent: 20,
  discountFixedAmount: null,
  textReward: null,
} as const;
export const LATER = '2026-05-03T10:00:00.000Z';
export const asOwner = { kind: 'site_owner' } as const;
export const asDistributor = (userId: string) => ({ kind: 'distributor', userId }) as const;

export const qrId = (name: string) => deriveUuid('example qr', name);
export const newIds = (name: string) => ({
  qrId: qrId(name),
  customerToken: `c-${name}`,
  distributorToken: `d-${name}`,
});
export const terms = {
  name: 'Summer',
  internalName: 'Counter 3',
  benefit: OFFER,
  maxRedemptions: 3,
  externalUrl: null,
};

/** Builds a tree command by command. */
export class TreeBuilder {
  constructor(
    readonly site: Site,
    readonly tree: CommissionTree,
  ) {}

  static root(percent = '10.00', site = exampleSite()): TreeBuilder {
    const command = { actor: asOwner, site, ids: newIds('root'), claimedOffers: [], now: NOW };
    const events = decideCreateRoot(null, { ...command, terms: { ...terms, commissionPercent: percent } });
    return new TreeBuilder(site, exists(given(commissionTreeFold, events, NOW)));
  }

  /** Children by name and percent. */
  split(parent: string, children: Record<string, string>): TreeBuilder {
    const splits = Object.entries(children).map(([name, commissionPercent]) => ({
      name,
      commissionPercent,
      externalUrl: null,
      ids: newIds(name),
    }));
    return this.and(decideSplit(this.tree, { actor: asOwner, site: this.site, qrId: qrId(parent), splits, now: NOW }));
  }

  claim(qr: string, userId: string): TreeBuilder {
    const person = { userId, isDistributor: true, isSiteOwner: false };
    const { distributorToken: token } = this.qr(qr);
    const command = { qrId: qrId(qr), token, site: this.site, ...person, redemptionsIn: () => 0, now: NOW };
    return this.and(decideClaim(this.tree, command));
  }

  and(events: readonly CommissionTreeEvent[], at = NOW): TreeBuilder {
    return new TreeBuilder(this.site, exists(given(commissionTreeFold, events, at, this.tree as CommissionTreeState)));
  }

  qr(name: string) {
    const qr = this.tree.qrs.get(qrId(name));
    if (!qr) throw new Error(`no QR ${name}`);
    return qr;
  }
}

function exists(tree: CommissionTreeState): CommissionTree {
  if (tree === null) throw new Error('no tree');
  return tree;
}
