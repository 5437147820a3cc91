import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { Session } from '@perktree/platform/http/session';
import type { CommandServiceDeps } from '../deps.ts';
import type { QrPlace } from '../http/lookups/port.ts';
import { type Site, type SiteState, siteFold } from '../site/decisions/state.ts';
import type { TreeActor } from './decisions/rules.ts';

export async function loadSite(deps: CommandServiceDeps, siteId: string): Promise<SiteState> {
  const { state } = await deps.handler.load(streams.site(siteId), siteFold);
  return state;
}

/**
 * Whether a session acts on a site as its owner, else as a distributor. Decisions check what a distributor may change. Null:
 * neither.
 */
export function actorOn(site: SiteState, session: Session): TreeActor | null {
  const isOwner = site !== null && site.tenantId === session.tenantId && session.allRoles.includes('site_owner');
  if (isOwner) return { kind: 'site_owner' };
  return session.allRoles.includes('distributor') ? { kind: 'distributor', userId: session.userId } : null;
}

export interface LocatedQr {
  readonly place: QrPlace;
  readonly site: Site;
  readonly actor: TreeActor;
}

/**
 * The QR of a site-scoped path.
 * @throws Refused SITE_NOT_FOUND without a role on the site; QR_NOT_FOUND, also for a QR of another site or tenant
 */
export async function locateOnSite(
  deps: CommandServiceDeps,
  session: Session,
  params: { readonly siteId: string; readonly qrId: string },
): Promise<LocatedQr> {
  const site = await loadSite(deps, params.siteId);
  const actor = actorOn(site, session);
  if (actor === null) throw new Refused('SITE_NOT_FOUND');
  const place = site && (await deps.lookups.byQrId(params.qrId));
  if (!place || place.siteId !== site.siteId) throw new Refused('QR_NOT_FOUND');
  return { place, site, actor };
}

/** As `locateOnSite`, for its owner only: a distributor gets SITE_NOT_FOUND. */
export function locateAsOwner(
  deps: CommandServiceDeps,
  session: Session,
  params: { readonly siteId: string; readonly qrId: string },
): Promise<LocatedQr> {
  const allRoles = session.allRoles.filter((role) => role !== 'distributor');
  return locateOnSite(deps, { ...session, allRoles }, params);
}

/** The QR of a path without a site, for a distributor. @throws Refused QR_NOT_FOUND */
export async function locateOwn(deps: CommandServiceDeps, session: Session, qrId: string): Promise<LocatedQr> {
  const place = await deps.lookups.byQrId(qrId);
  const site = place && (await loadSite(deps, place.siteId));
  if (!place || !site) throw new Refused('QR_NOT_FOUND');
  return { place, site, actor: { kind: 'distributor', userId: session.userId } };
}
