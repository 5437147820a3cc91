import type { ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { PLANS } from '@perktree/contracts/subscription/plans';
import type { Session } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import { byTime, hundredthsSql, type Listing, type ListScope } from '../engine/listing/listing.ts';
import { roleAmong } from '../engine/scope.ts';
import { select } from '../engine/sql.ts';
import { siteZoneColumn } from '../engine/time-zones.ts';
import { benefitTextSql } from '../qr/benefit-of.ts';
import { sitesScope } from '../site/query.ts';

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

export type ConfirmedRow = ReadModelRow<'redemptions'> & { readonly site_name: string };

/** When staff confirmed it: later than the customer redeemed it, if it awaited that. ISO 8601 UTC. */
export const confirmedAt = (row: ConfirmedRow): string => row.confirmed_at ?? row.redeemed_at;

/** Redemptions confirmed at the counter. */
export const CONFIRMED: Listing<ConfirmedRow> = {
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

/** Owners read all of the tenant, staff only those that they confirmed. */
export function confirmedScope(session: Session): ListScope {
  const isOwner = roleAmong(session, ['site_owner', 'staff']) === 'site_owner' && session.tenantId !== null;
  return isOwner
    ? { condition: 'r.tenant_id = :scope::uuid', value: session.tenantId }
    : { condition: 'r.confirmed_by = :scope', value: session.userId };
}
