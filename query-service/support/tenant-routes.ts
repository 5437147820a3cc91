import { csvColumns, siteTime } from '@perktree/contracts/kernel/csv-columns';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { DELETED_USER, personName } from '@perktree/contracts/kernel/person-name';
import { REFUSALS, type RefusalCode, Refused, refusalSentence } from '@perktree/contracts/kernel/refusals';
import { PLAN_IDS } from '@perktree/contracts/subscription/events';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { type TenantAnswer, type TenantDetails, tenantCalls } from '@perktree/contracts/support/tenant-calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../engine/deps.ts';
import { byTime, type Listing } from '../engine/listing/listing.ts';
import { mountListing } from '../engine/listing/mount-listing.ts';

type Details = Omit<TenantDetails, keyof TenantAnswer>;

/** Counting stops here. */
const MAX_COUNTED = 10_000;
const MAX_PEOPLE = 100;
const MAX_FAILURES = 10;
/** How long refusals are kept. */
const FAILURES_MS = 30 * DAY_MS;

const PEOPLE = `
  (SELECT DISTINCT f.user_id AS id, 'staff' AS role, s.site_id, s.name AS site_name
   FROM read_models.sites s JOIN read_models.site_staff f USING (site_id)
   WHERE s.tenant_id = :id AND f.is_active ORDER BY f.user_id LIMIT ${MAX_PEOPLE})
  UNION ALL (SELECT DISTINCT user_id, 'auditor', NULL::uuid, NULL FROM read_models.auditors
   WHERE tenant_id = :id AND user_id IS NOT NULL AND ended_at IS NULL AND until > :now LIMIT ${MAX_PEOPLE})
  UNION ALL (SELECT DISTINCT owner_id, 'distributor', NULL::uuid, NULL FROM read_models.qrs
   WHERE tenant_id = :id AND owner_id IS NOT NULL LIMIT ${MAX_PEOPLE})`;

const COUNTED = `SELECT
  (SELECT count(*)::integer FROM read_models.sites WHERE tenant_id = :id AND is_active) AS sites,
  (SELECT count(*)::integer FROM (SELECT FROM read_models.qrs WHERE tenant_id = :id AND is_active AND expires_at > :now
     AND approval IS NULL AND (created_by IS NULL OR parent_qr_id IS NULL) LIMIT ${MAX_COUNTED}) q) AS "activeQrs",
  (SELECT count(*)::integer FROM (SELECT FROM read_models.redemptions WHERE tenant_id = :id
     AND redeemed_at >= date_trunc('month', :now::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' LIMIT ${MAX_COUNTED}) r) AS redemptions,
  (SELECT count(*)::integer FROM read_models.sites s JOIN read_models.site_blocks b USING (site_id)
     WHERE s.tenant_id = :id AND b.is_blocked) AS blocked`;

/** Each kind by an index on its site, tenant or endpoint and its time. */
const FAILURES = `
  (SELECT f.refusal_id::text AS id, 'refusal' AS kind, f.at, s.site_id, s.name AS site_name, f.code,
     f.refusal_values::text AS refusal_values, f.person_id AS "personId"
   FROM read_models.sites s CROSS JOIN LATERAL (SELECT * FROM
     (SELECT refusal_id, at, code, refusal_values, person_id FROM command_service.refusals r
      WHERE r.site_id = s.site_id AND r.at > :since ORDER BY r.at DESC LIMIT ${MAX_FAILURES}) newest) f
   WHERE s.tenant_id = :id ORDER BY f.at DESC LIMIT ${MAX_FAILURES})
  UNION ALL (SELECT p.payout_id::text, 'payout', p.created_at, s.site_id, s.name, coalesce(p.failure, ''), NULL, NULL
   FROM read_models.payouts p JOIN read_models.sites s USING (site_id)
   WHERE p.tenant_id = :id AND p.status = 'failed' AND p.created_at > :since ORDER BY p.created_at DESC LIMIT ${MAX_FAILURES})
  UNION ALL (SELECT f.flag_id::text, 'flag', f.last_seen_at, s.site_id, s.name, f.kind, NULL, NULL
   FROM read_models.sites s JOIN read_models.flags f USING (site_id)
   WHERE s.tenant_id = :id AND f.last_seen_at > :since ORDER BY f.last_seen_at DESC LIMIT ${MAX_FAILURES})
  UNION ALL (SELECT m.id, 'mail', m.created_at, s.site_id, s.name, m.state, NULL, NULL
   FROM read_models.sites s JOIN identity.invitations i ON i.site_id = s.site_id::text
     JOIN identity.mails m ON m.invitation_id = i.invitation_id
   WHERE s.tenant_id = :id AND i.created_at > :since AND m.state IN ('bounced', 'failed')
   ORDER BY m.created_at DESC LIMIT ${MAX_FAILURES})
  UNION ALL (SELECT d.delivery_id::text, 'webhook', d.created_at, NULL, NULL, d.type, NULL, NULL
   FROM webhooks.endpoints e CROSS JOIN LATERAL
     (SELECT delivery_id, created_at, type, status FROM webhooks.deliveries d
      WHERE d.endpoint_id = e.endpoint_id ORDER BY d.number DESC LIMIT 200) d
   WHERE e.tenant_id = :id AND d.status IN ('failed', 'retrying') AND d.created_at > :since
   ORDER BY d.created_at DESC LIMIT ${MAX_FAILURES})
  ORDER BY at DESC, id`;

interface AtSite {
  readonly site_id: string | null;
  readonly site_name: string | null;
}
type FailureRow = Omit<Details['failures'][number], 'site' | 'message' | 'values'> &
  AtSite & { readonly refusal_values: string | null };
type PersonRow = Pick<Details['people'][number], 'id' | 'role'> & AtSite;
type Counts = Readonly<Record<'sites' | 'activeQrs' | 'redemptions' | 'blocked', number>>;

const siteOf = ({ site_id, site_name }: AtSite) => (site_id === null ? null : { id: site_id, name: site_name ?? '' });

async function detailsOf(
  { pool, accounts, clock }: Pick<QueryServiceDeps, 'pool' | 'accounts' | 'clock'>,
  { id, plan }: TenantAnswer,
): Promise<Details> {
  const now = clock();
  const [sites, people, [counted], failures] = await Promise.all([
    select<Details['siteList'][number]>(
      pool,
      `SELECT site_id AS id, name, currency, is_active AS "isActive", created_at AS "createdAt"
       FROM read_models.sites WHERE tenant_id = :id
       ORDER BY created_at DESC, site_id DESC LIMIT 100`,
      { id },
    ),
    select<PersonRow>(pool, PEOPLE, { id, now }),
    select<Counts>(pool, COUNTED, { id, now }),
    select<FailureRow>(pool, FAILURES, { id, since: new Date(now.getTime() - FAILURES_MS) }),
  ]);
  const contacts = await accounts.contacts([...new Set(people.map((person) => person.id))]);
  const { limits } = PLANS[plan];
  const used: Counts = counted ?? { sites: 0, activeQrs: 0, redemptions: 0, blocked: 0 };
  return {
    siteList: [...sites],
    people: people.map((row) => {
      const { name = DELETED_USER, email = null } = contacts.get(row.id) ?? {};
      return { id: row.id, name, email, role: row.role, site: siteOf(row) };
    }),
    limits: [
      { limit: 'sites', used: used.sites, allowed: limits.sites },
      { limit: 'activeQrs', used: used.activeQrs, allowed: limits.activeQrs },
      { limit: 'redemptions', used: used.redemptions, allowed: limits.redemptionsPerMonth },
    ],
    blocked: used.blocked,
    failures: failures.map(({ refusal_values, site_id, site_name, ...row }) => {
      const values = JSON.parse(refusal_values ?? '{}');
      const message =
        row.kind === 'refusal' && row.code in REFUSALS ? refusalSentence(row.code as RefusalCode, values) : '';
      return { ...row, site: siteOf({ site_id, site_name }), message, values };
    }),
  };
}

type TenantRow = Omit<TenantAnswer, 'owner'> & { readonly ownerId: string | null };

const PLAN = `coalesce(p.plan, 'free')`;

/** Searched by the name of the owner, the names of sites and the id. */
const TENANTS: Listing<TenantRow> = {
  columns: `t.id, t.owner_id AS "ownerId", t.created_at AS "createdAt", ${PLAN} AS plan,
    (SELECT count(*)::integer FROM read_models.sites s WHERE s.tenant_id = t.id) AS sites`,
  from: 'identity.tenants t LEFT JOIN read_models.plans p ON p.tenant_id = t.id',
  id: 't.id',
  idOf: (row) => row.id,
  text: `concat_ws(E'\\n', t.id, (SELECT string_agg(s.name, E'\\n') FROM read_models.sites s WHERE s.tenant_id = t.id))`,
  textIds: ['t.owner_id::text'],
  filters: Object.fromEntries(PLAN_IDS.map((plan) => [plan, `${PLAN} = '${plan}'`])),
  sorts: byTime("date_trunc('milliseconds', t.created_at)", (row: TenantRow) => row.createdAt),
};
const ONE = `SELECT ${TENANTS.columns} FROM ${TENANTS.from} WHERE t.id = :tenantId`;

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
    const contacts = await accounts.contacts(rows.flatMap(({ ownerId }) => ownerId ?? []));
    return rows.map(({ ownerId, ...row }): TenantAnswer => {
      const contact = ownerId === null ? undefined : contacts.get(ownerId);
      return { ...row, owner: ownerId === null || contact === undefined ? null : { id: ownerId, ...contact } };
    });
  }
}
