import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { CommandServiceDeps } from '../deps.ts';
import type { QrPlace, TokenTarget } from '../http/lookups/port.ts';
import { assertNotReplaced, type CommissionTree, commissionTreeFold, type Qr } from '../qr/decisions/state.ts';
import { type Site, siteFold } from '../site/decisions/state.ts';
import type { Offer } from './decisions/scan.ts';

/** A QR with its tree and site, loaded from their streams. */
export interface QrAtSite {
  readonly qr: Qr;
  readonly tree: CommissionTree;
  readonly treeRevision: number;
  readonly site: Site;
}

/**
 * The QR of a printed token.
 * @throws Refused INVALID_TOKEN; CODE_REPLACED; READ_MODEL_BEHIND if the read model is too far behind to tell
 */
export async function findByToken(
  deps: Pick<CommandServiceDeps, 'handler' | 'lookups'>,
  token: string,
): Promise<QrAtSite & { readonly kind: TokenTarget['kind'] }> {
  const target = await deps.lookups.byToken(token);
  if (target === null) throw new Refused('INVALID_TOKEN');
  const found = await loadQrAtSite(deps, target);
  assertNotReplaced(found.qr, target.kind, token);
  return { kind: target.kind, ...found };
}

/** @throws Refused INVALID_TOKEN if the streams do not have the QR or site */
export async function loadQrAtSite(
  { handler }: Pick<CommandServiceDeps, 'handler'>,
  place: Pick<QrPlace, 'qrId' | 'rootQrId' | 'siteId'>,
): Promise<QrAtSite> {
  const [{ state: tree, revision: treeRevision }, { state: site }] = await Promise.all([
    handler.load(streams.commissionTree(place.rootQrId), commissionTreeFold),
    handler.load(streams.site(place.siteId), siteFold),
  ]);
  const qr = tree?.qrs.get(place.qrId);
  if (!tree || !qr || !site) throw new Refused('INVALID_TOKEN');
  return { qr, tree, treeRevision, site };
}

export function offerOf({ qr, tree, site }: QrAtSite): Offer {
  const { qrId, terms, period, expiresAt } = qr;
  const { rootQrId, siteId, tenantId } = tree;
  return { qrId, rootQrId, siteId, tenantId, terms, period, expiresAt, isActive: qr.isActive && site.isActive };
}
