import { csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { PLAN_IDS } from '@perktree/contracts/subscription/events';
import { PLANS, type PlanId } from '@perktree/contracts/subscription/plans';
import { type TenantAnswer, tenantCalls } from '@perktree/contracts/support/tenant-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { byTime, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';
import { select } from '../engine/sql.ts';
import { detailsOf } from './tenant-details.ts';

export interface TenantRow {
  readonly id: string;
  readonly owner_id: string | null;
  readonly plan: PlanId;
  readonly sites: number;
  readonly created_at: string;
}

const PLAN = `coalesce(p.plan, 'free')`;

/** Searched by the name of the owner, the names of sites and the id. */
const TENANTS: Listing<TenantRow> = {
  columns: `t.id, t.owner_id, t.created_at, ${PLAN} AS plan,
    (SELECT count(*)::integer FROM read_models.sites s WHERE s.tenant_id = t.id) AS sites`,
  from: 'identity.tenants t LEFT JOIN read_models.plans p ON p.tenant_id = t.id',
  id: 't.id',
  idOf: (row) => row.id,
  text: `concat_ws(E'\\n', t.id, (SELECT string_agg(s.name, E'\\n') FROM read_models.sites s WHERE s.tenant_id = t.id))`,
  kept: ['t.owner_id::text'],
  filters: Object.fromEntries(PLAN_IDS.map((plan) => [plan, `${PLAN} = '${plan}'`])),
  sorts: byTime("date_trunc('milliseconds', t.created_at)", (row: TenantRow) => row.created_at),
};
const ONE = `SELECT ${TENANTS.columns} FROM ${TENANTS.from} WHERE t.id = :tenantId`;

/** Businesses, for superadmins. */
export function mountTenants(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, accounts, authenticate } = deps;

  mountListing(app, deps, tenantCalls.tenants, {
    listing: TENANTS,
    scopeOf: async () => ({ condition: ':scope::text IS NULL', value: null }),
    itemsOf,
    csv: csvColumns<TenantAnswer>([
      ['Business', 'Negocio', ({ id }) => id],
      ['Owner', 'Propietario', ({ owner }, _, language) => personName(owner?.name ?? DELETED_USER, language)],
      ['E-mail', 'Correo', ({ owner }) => owner?.email ?? ''],
      ['Plan', 'Plan', ({ plan }) => PLANS[plan].name],
      ['Sites', 'Sitios', ({ sites }) => sites],
      ['Registered', 'Registro', siteTime(({ createdAt }) => createdAt), 'time'],
    ]),
  });

  mountCall(app, authenticate, tenantCalls.tenant, async ({ params: { tenantId } }) => {
    const rows = await select<TenantRow>(pool, ONE, { tenantId });
    const [tenant] = await itemsOf(rows);
    if (tenant === undefined) throw new Refused('NOT_FOUND');
    return { answer: { ...tenant, ...(await detailsOf(deps, tenant)) } };
  });

  async function itemsOf(rows: readonly TenantRow[]): Promise<TenantAnswer[]> {
    const contacts = await accounts.contacts(rows.flatMap(({ owner_id }) => owner_id ?? []));
    return rows.map(({ id, owner_id, plan, sites, created_at }): TenantAnswer => {
      const contact = owner_id === null ? undefined : contacts.get(owner_id);
      const owner = owner_id === null || contact === undefined ? null : { id: owner_id, ...contact };
      return { id, owner, plan, sites, createdAt: created_at };
    });
  }
}
