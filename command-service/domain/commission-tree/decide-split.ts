import type { EventOf } from '@perktree/contracts/events/catalogue';
import { normalizePercent } from '@perktree/contracts/percent';
import type { Site } from '../site/state.ts';
import { assertMaySplit, type TreeActor } from './actor-rules.ts';
import { type Birth, bornQr } from './birth-rules.ts';
import { assertRoomFor } from './room-rules.ts';
import { assertInUse, findQr } from './rules.ts';
import type { CommissionTreeState } from './state.ts';

export interface Split {
  readonly name: string;
  readonly commissionPercent: string;
  readonly externalUrl: string | null;
  readonly birth: Birth;
}

export interface SplitQr {
  readonly actor: TreeActor;
  readonly site: Site;
  readonly qrId: string;
  readonly splits: readonly Split[];
  readonly now: string;
}

/** Makes children of a QR, all or none. They inherit its benefit and maxRedemptions, and nobody has claimed them. */
export function decideSplit(state: CommissionTreeState, command: SplitQr): readonly EventOf<'QrSplit'>[] {
  const { actor, site, qrId, splits, now } = command;
  const { tree, qr: parent } = findQr(state, qrId);
  assertMaySplit(tree, parent, actor, site);
  assertInUse(parent, now);
  const percents = splits.map(({ commissionPercent }) => commissionPercent);
  assertRoomFor(tree, parent, percents, site);
  const children = splits.map(({ name, commissionPercent, externalUrl, birth }) => {
    const { benefit, maxRedemptions } = parent.terms;
    const own = { name, internalName: null, commissionPercent: normalizePercent(commissionPercent), externalUrl };
    return bornQr(birth, { ...own, benefit, maxRedemptions }, site, now);
  });
  const { rootQrId, siteId, tenantId } = tree;
  return [{ type: 'QrSplit', data: { qrId, rootQrId, siteId, tenantId, depth: parent.depth + 1, children } }];
}
