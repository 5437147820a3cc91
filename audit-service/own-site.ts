import type { Currency } from '@perktree/contracts/kernel/money';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { readsTenant, type Session } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import type { AuditServiceDeps } from './deps.ts';
import { approvalHistory, isOf, siteHistory } from './stream-history.ts';

type Deps = Pick<AuditServiceDeps, 'pool'>;

interface Site {
  readonly tenantId: string;
  readonly name: string;
  readonly currency: Currency;
  readonly timeZone: string;
}

/** As the read models have them, by id. */
export async function sitesOf({ pool }: Deps, siteIds: readonly string[]): Promise<ReadonlyMap<string, Site>> {
  const { rows } = await pool.query<Site & { readonly id: string }>(
    `SELECT site_id AS id, tenant_id AS "tenantId", name, currency,
       coalesce(configuration::json->>'timeZone', '${UTC}') AS "timeZone"
     FROM read_models.sites WHERE site_id = ANY($1::uuid[])`,
    [[...new Set(siteIds)]],
  );
  return new Map(rows.map(({ id, ...site }) => [id, site]));
}

/** Null: the read models do not know it yet. */
export const siteOf = async (deps: Deps, siteId: string): Promise<Site | null> =>
  (await sitesOf(deps, [siteId])).get(siteId) ?? null;

/** The site, if the caller may read all of it. @throws Refused SITE_NOT_FOUND also for callers without that right */
export async function ownedSite(deps: Deps, siteId: string, session: Session): Promise<Site> {
  const site = await siteOf(deps, siteId);
  if (site === null || !readsTenant(session, site.tenantId)) throw new Refused('SITE_NOT_FOUND');
  return site;
}

/**
 * The site, if the caller may read all of it, or signs its months off: a member of the staff whom the owner has named. By the
 * events, so that a person who was removed reads nothing more.
 * @throws Refused SITE_NOT_FOUND also for callers who do not work there, NOT_APPROVER for the rest of the staff
 */
export async function signedSite(
  deps: Pick<AuditServiceDeps, 'pool' | 'store'>,
  siteId: string,
  session: Session,
): Promise<Site> {
  const site = await siteOf(deps, siteId);
  if (site !== null && readsTenant(session, site.tenantId)) return site;
  const staff = new Set<string>();
  for (const event of site === null ? [] : await siteHistory(deps.store, siteId)) {
    if (isOf(event, 'StaffJoined')) staff.add(event.fact.data.userId);
    else if (isOf(event, 'StaffRemoved')) staff.delete(event.fact.data.userId);
  }
  if (site === null || !staff.has(session.userId)) throw new Refused('SITE_NOT_FOUND');
  const rule = (await approvalHistory(deps.store, siteId)).findLast((event) => isOf(event, 'ApprovalRuleSet'));
  if (!rule?.fact.data.approverIds.includes(session.userId)) throw new Refused('NOT_APPROVER');
  return site;
}

/** The time zone of a site; UTC if it is not known yet. */
export const zoneOfSite = async (deps: Deps, siteId: string) => (await siteOf(deps, siteId))?.timeZone ?? UTC;

/** Current names of sites or QRs, by id. */
export async function namesOf(
  { pool }: Deps,
  of: 'site' | 'qr',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    `SELECT ${of}_id AS id, name FROM read_models.${of}s WHERE ${of}_id = ANY($1::uuid[])`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Rows that a replay of a site's history is made of, up to a limit. */
const COUNT = `
  SELECT (SELECT count(*) FROM (SELECT 1 FROM read_models.redemptions WHERE site_id = $1 LIMIT $2) AS r)
       + (SELECT count(*) FROM (SELECT 1 FROM read_models.qrs WHERE site_id = $1 LIMIT $2) AS q) AS rows`;
/** A replay reads about five of these rows in a millisecond. */
const FEW = 1_000;

/** Whether a site is replayed within about 200 ms. */
export async function isSmallSite(pool: Pool, siteId: string): Promise<boolean> {
  const { rows } = await pool.query<{ rows: string }>(COUNT, [siteId, FEW + 1]);
  return Number(rows[0]?.rows) <= FEW;
}
