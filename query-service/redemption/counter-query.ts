import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { PLANS } from '@perktree/contracts/subscription/plans';
import type { Session } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import { byTime, hundredthsSql, type Listing, type ListScope } from '../engine/listing/listing.ts';
import { roleAmong } from '../engine/scope.ts';
import { select } from '../engine/sql.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { benefitTextSql } from '../qr/benefit-of.ts';
import { mineSql } from '../qr/qr-row.ts';
import { sitesScope } from '../site/query.ts';

type ScanRow = Pick<ReadModelRow<'scans'>, 'scan_id' | 'qr_name' | 'scanned_at' | 'redeemed_at'>;

const NEWEST_FIRST = 'ORDER BY c.scanned_at DESC, c.scan_id DESC LIMIT :limit';
const newestOf = (condition: string) => `SELECT c.scan_id, c.qr_id, c.qr_name, c.scanned_at, c.redeemed_at
  FROM read_models.scans c WHERE ${condition} ${NEWEST_FIRST}`;

interface Scope {
  readonly id: string | null;
  /** SQL of the newest scans; `:id` is the id and `:limit` their number. */
  readonly newest: string;
}

/** The scans that concern the active role: see dashboard/scope.ts. */
function scopeOf({ role, userId, tenantId, audits }: Session): Scope {
  switch (role) {
    case 'superadmin':
      return { id: null, newest: newestOf(':id::text IS NULL') };
    case 'site_owner':
      return { id: tenantId, newest: newestOf('c.tenant_id = :id::uuid') };
    case 'auditor':
      return audits?.tenantIds === null
        ? { id: null, newest: newestOf(':id::text IS NULL') }
        : {
            id: (audits?.tenantIds ?? []).join(','),
            newest: newestOf(`c.tenant_id = ANY(string_to_array(:id, ',')::uuid[])`),
          };
    case 'staff':
      return {
        id: userId,
        newest: `SELECT c.* FROM read_models.site_staff w CROSS JOIN LATERAL (${newestOf('c.site_id = w.site_id')}) c
          WHERE w.user_id = :id AND w.is_active ${NEWEST_FIRST}`,
      };
    case 'distributor':
      // Only the QRs that were scanned last can have the newest scans, so finding them takes one look-up per QR.
      return {
        id: userId,
        newest: `WITH RECURSIVE ${mineSql(':id')},
          scanned_last AS (
            SELECT c.qr_id FROM mine CROSS JOIN LATERAL (
              SELECT c.qr_id, c.scanned_at, c.scan_id FROM read_models.scans c WHERE c.qr_id = mine.qr_id
              ORDER BY c.scanned_at DESC, c.scan_id DESC LIMIT 1) c ${NEWEST_FIRST})
          SELECT c.* FROM scanned_last l CROSS JOIN LATERAL (${newestOf('c.qr_id = l.qr_id')}) c ${NEWEST_FIRST}`,
      };
    case 'customer':
      return { id: userId, newest: newestOf('c.customer_id = :id') };
  }
}

/** The newest scans in the scope of the active role. */
export function newestScans(pool: Pool, session: Session, limit: number): Promise<readonly ScanRow[]> {
  const { id, newest } = scopeOf(session);
  return select<ScanRow>(pool, newest, { id, limit });
}

const PLANS_WITH_CODES = Object.values(PLANS).flatMap(({ id, limits }) => (limits.staffCodes ? [id] : []));

/**
 * Whether the caller can type a code at one of the active sites where they redeem. A caller without a site gets `accepted`: the
 * command says what is wrong.
 */
export async function typedCodes(pool: Pool, session: Session): Promise<'accepted' | 'not_in_plan' | 'switched_off'> {
  const { condition, value } = sitesScope(session);
  const [found] = await select<{ sites: number; on: number; accepted: number }>(
    pool,
    `SELECT count(*)::integer AS sites, count(*) FILTER (WHERE switched_on)::integer AS on,
       count(*) FILTER (WHERE switched_on AND plan = ANY (:plans))::integer AS accepted
     FROM (SELECT (s.configuration::json ->> 'staffCanRedeemWithCode')::boolean AS switched_on,
         coalesce((SELECT p.plan FROM read_models.plans p WHERE p.tenant_id = s.tenant_id), 'free') AS plan
       FROM read_models.sites s WHERE s.is_active AND ${condition}) counters`,
    { scope: value, plans: PLANS_WITH_CODES },
  );
  if (found === undefined || found.sites === 0 || found.accepted > 0) return 'accepted';
  return found.on > 0 ? 'not_in_plan' : 'switched_off';
}

export type ValidationRow = ReadModelRow<'redemptions'> & { readonly site_name: string };

/** When staff confirmed it: later than the customer redeemed it, if it awaited that. ISO 8601 UTC. */
export const confirmedAt = (row: ValidationRow): string => row.confirmed_at ?? row.redeemed_at;

/** Redemptions confirmed at the counter. */
export const VALIDATIONS: Listing<ValidationRow> = {
  columns: `r.*, s.name AS site_name, ${siteZoneColumn(null)}`,
  from: 'read_models.redemptions r JOIN read_models.sites s ON s.site_id = r.site_id',
  where: `r.confirmed_via <> 'self'`,
  id: 'r.redemption_id',
  idOf: (row) => row.redemption_id,
  text: `concat_ws(E'\\n', s.name, ${benefitTextSql('r')}, ${hundredthsSql('r.sale_minor - r.reversed_minor')})`,
  kept: ['r.customer_id'],
  filters: { confirmed: 'NOT r.is_wholly_reversed', reversed: 'r.is_wholly_reversed' },
  sorts: byTime('coalesce(r.confirmed_at, r.redeemed_at)', confirmedAt),
};

/** Owners read all validations of the tenant, staff only those that they confirmed. */
export function validationsScope(session: Session): ListScope {
  const isOwner = roleAmong(session, ['site_owner', 'staff']) === 'site_owner' && session.tenantId !== null;
  return isOwner
    ? { condition: 'r.tenant_id = :scope::uuid', value: session.tenantId }
    : { condition: 'r.confirmed_by = :scope', value: session.userId };
}
