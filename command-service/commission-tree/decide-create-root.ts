import type { CommissionTreeEvent } from '@perktree/contracts/events/catalogue';
import type { QrTerms } from '@perktree/contracts/events/commission-tree';
import { normalizePercent } from '@perktree/contracts/percent';
import { Refused } from '@perktree/contracts/refusals';
import type { Site } from '../site/state.ts';
import type { TreeActor } from './actor-rules.ts';
import { type Birth, bornQr } from './birth-rules.ts';
import type { CommissionTreeState } from './state.ts';

/** Percent of a root whose command names none (specification 9). */
export const DEFAULT_ROOT_PERCENT = '10.00';

export interface CreateRoot {
  readonly actor: TreeActor;
  readonly site: Site;
  readonly birth: Birth;
  readonly terms: Omit<QrTerms, 'commissionPercent'> & { readonly commissionPercent: string | undefined };
  /** QRs of the site that the acting distributor holds; not looked at for the site's owner. */
  readonly claimsOnSite: number;
  readonly now: string;
}

/**
 * Begins a tree. A distributor makes one beside the roots of a site where it holds a claim, if the site lets it: then it
 * is a sibling of a root, and its percent defaults as a sibling's does.
 * @throws Refused SITE_NOT_FOUND, TOP_LEVEL_NOT_ALLOWED, NOT_ALLOWED, SITE_INACTIVE
 */
export function decideCreateRoot(tree: CommissionTreeState, command: CreateRoot): readonly CommissionTreeEvent[] {
  if (tree) return [];
  const { actor, site, birth, now } = command;
  assertMayCreateRoot(command);
  if (!site.isActive) throw new Refused('SITE_INACTIVE');
  const unnamed = actor.kind === 'site_owner' ? DEFAULT_ROOT_PERCENT : site.configuration.commissionPerSiblingQr;
  const terms = { ...command.terms, commissionPercent: normalizePercent(command.terms.commissionPercent ?? unnamed) };
  const { siteId, tenantId } = site;
  const place = { qrId: birth.qrId, rootQrId: birth.qrId, siteId, tenantId };
  return [{ type: 'RootQrCreated', data: { ...place, qr: bornQr(birth, terms, site, now) } }];
}

function assertMayCreateRoot({ actor, site, claimsOnSite }: CreateRoot): void {
  if (actor.kind === 'site_owner') return;
  if (claimsOnSite === 0) throw new Refused('SITE_NOT_FOUND');
  if (!site.configuration.distributorCanGenerateTopLevelQrs) throw new Refused('TOP_LEVEL_NOT_ALLOWED');
  if (site.blockedDistributors.has(actor.userId)) throw new Refused('NOT_ALLOWED');
}
