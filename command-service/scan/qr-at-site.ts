import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import type { CommandServiceDeps } from '../deps.ts';
import { type CommissionTree, commissionTreeDecider, type Qr } from '../domain/commission-tree/state.ts';
import type { Offer } from '../domain/scan/decider.ts';
import { type Site, siteDecider } from '../domain/site/state.ts';
import type { QrPlace, TokenTarget } from '../lookups/port.ts';

/** A QR with what decides about it, as the streams have it now. */
export interface QrAtSite {
  readonly qr: Qr;
  readonly tree: CommissionTree;
  readonly treeRevision: number;
  readonly site: Site;
}

/**
 * The QR that a printed token belongs to.
 * @throws Refused INVALID_TOKEN; READ_MODEL_BEHIND when that cannot be known yet
 */
export async function findByToken(
  deps: Pick<CommandServiceDeps, 'handler' | 'lookups'>,
  token: string,
): Promise<QrAtSite & { readonly kind: TokenTarget['kind'] }> {
  const target = await deps.lookups.byToken(token);
  if (target === null) throw new Refused('INVALID_TOKEN');
  return { kind: target.kind, ...(await loadQrAtSite(deps, target)) };
}

/** @throws Refused INVALID_TOKEN for a place that no stream knows */
export async function loadQrAtSite(
  { handler }: Pick<CommandServiceDeps, 'handler'>,
  place: Pick<QrPlace, 'qrId' | 'rootQrId' | 'siteId'>,
): Promise<QrAtSite> {
  const [{ state: tree, revision: treeRevision }, { state: site }] = await Promise.all([
    handler.load(streams.commissionTree(place.rootQrId), commissionTreeDecider),
    handler.load(streams.site(place.siteId), siteDecider),
  ]);
  const qr = tree?.qrs.get(place.qrId);
  if (!tree || !qr || !site) throw new Refused('INVALID_TOKEN');
  return { qr, tree, treeRevision, site };
}

/** What the links of the QR offer now. */
export function offerOf({ qr, tree, site }: QrAtSite): Offer {
  const { qrId, terms, period, expiresAt } = qr;
  const { rootQrId, siteId, tenantId } = tree;
  return { qrId, rootQrId, siteId, tenantId, terms, period, expiresAt, isActive: qr.isActive && site.isActive };
}
