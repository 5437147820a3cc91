import type { FoundAccount } from '@perktree/contracts/account/account-store';
import { fromMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import type { FoundKind, SupportFound } from '@perktree/contracts/support/calls';
import { select } from '@perktree/platform/postgres/select';
import type { AuditServiceDeps } from '../deps.ts';

type Deps = Pick<AuditServiceDeps, 'pool' | 'accounts'>;

/** A result before its names and amounts are read. */
export interface FoundId {
  readonly kind: FoundKind;
  readonly id: string;
  readonly code?: string;
  /** Of a person or a business. Left out: its name is read. */
  readonly account?: FoundAccount;
}

/** A thing with a site, under the names of the answer. */
type ThingRow = Pick<SupportFound, 'id' | 'currency' | 'dispute'> & {
  readonly kind: 'redemption' | 'qr' | 'site' | 'payout';
  /** Null: the name of the person. */
  readonly title: string | null;
  readonly siteId: string;
  readonly siteName: string;
  readonly tenantId: string;
  readonly person: string | null;
  readonly at: string;
  readonly minor: bigint | null;
};

const idsOf = (found: readonly FoundId[], kind: FoundKind) =>
  found.flatMap((each) => (each.kind === kind ? each.id : []));

const SITE = 's.site_id AS "siteId", s.name AS "siteName", s.tenant_id AS "tenantId"';
/** @param tenantIds the businesses whose things are read; null: all */
export const thingsOf = (pool: Deps['pool'], found: readonly FoundId[], tenantIds: readonly string[] | null) =>
  select<ThingRow>(
    pool,
    `SELECT * FROM (
     SELECT 'redemption' AS kind, t.redemption_id::text AS id, t.qr_name AS title, ${SITE}, t.customer_id AS person,
       t.redeemed_at AS at, t.sale_minor AS minor, t.currency, d.state AS dispute
     FROM read_models.redemptions t JOIN read_models.sites s USING (site_id)
       LEFT JOIN read_models.disputes d USING (redemption_id)
     WHERE t.redemption_id = ANY(:redemptions::uuid[])
     UNION ALL SELECT 'qr', t.qr_id::text, t.name, ${SITE}, NULL, t.created_at, NULL, NULL, NULL
     FROM read_models.qrs t JOIN read_models.sites s USING (site_id) WHERE t.qr_id = ANY(:qrs::uuid[])
     UNION ALL SELECT 'site', s.site_id::text, s.name, ${SITE}, NULL, s.created_at, NULL, NULL, NULL
     FROM read_models.sites s WHERE s.site_id = ANY(:sites::uuid[])
     UNION ALL SELECT 'payout', t.payout_id::text, NULL, ${SITE}, t.distributor_id, t.created_at, t.amount_minor, t.currency, NULL
     FROM read_models.payouts t JOIN read_models.sites s USING (site_id) WHERE t.payout_id = ANY(:payouts::uuid[])
     ) things WHERE :tenantIds::uuid[] IS NULL OR "tenantId" = ANY(:tenantIds)`,
    {
      redemptions: idsOf(found, 'redemption'),
      qrs: idsOf(found, 'qr'),
      sites: idsOf(found, 'site'),
      payouts: idsOf(found, 'payout'),
      tenantIds,
    },
  );

/** Results with the names, sites and amounts by which people tell them apart, in the same order. */
export async function describeFound(
  { pool, accounts }: Deps,
  found: readonly FoundId[],
): Promise<readonly SupportFound[]> {
  const rows = await thingsOf(pool, found, null);
  const people = [
    ...rows.flatMap(({ person }) => person ?? []),
    ...idsOf(found, 'customer'),
    ...idsOf(found, 'distributor'),
  ];
  const [names, contacts] = await Promise.all([accounts.displayNames(people), accounts.contacts(people)]);
  const nameOf = (id: string) => names.get(id) ?? DELETED_USER;
  const things = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  return found.flatMap((one): SupportFound | readonly SupportFound[] => {
    const { kind, id, account, code = null } = one;
    const row = things.get(`${kind} ${id}`);
    if (row !== undefined) return { ...thingAnswer(row, nameOf), code };
    // A row that another process has changed since.
    if (kind === 'redemption' || kind === 'qr' || kind === 'site' || kind === 'payout') return [];
    const own = { name: nameOf(id), email: contacts.get(id)?.email ?? null, tenantId: null };
    const { name, email, tenantId } = account ?? own;
    return { ...NO_THING, kind, id, title: name, email, tenantId, code };
  });
}

/** What a person or a business has not. */
const NO_THING = { site: null, customer: null, at: null, amount: null, currency: null, dispute: null };

function thingAnswer(row: ThingRow, nameOf: (id: string) => string): Omit<SupportFound, 'code'> {
  const { title, siteId, siteName, person, minor, ...rest } = row;
  const name = person === null ? '' : nameOf(person);
  return {
    ...rest,
    title: title ?? name,
    email: null,
    site: { id: siteId, name: siteName },
    customer: rest.kind === 'redemption' ? name : null,
    amount: minor === null || rest.currency === null ? null : fromMinor(minor, rest.currency),
  };
}

/** Scans that had the code: what was redeemed of them, else whose they are. A code may come again once it is free. */
export const byCode = (
  pool: Deps['pool'],
  { tenantIds, max }: { readonly tenantIds: readonly string[] | null; readonly max: number },
  code: string,
) =>
  select<{ readonly kind: 'redemption' | 'customer'; readonly id: string; readonly code: string }>(
    pool,
    // By site, as the index on codes is.
    `SELECT CASE WHEN c.redemption_id IS NULL THEN 'customer' ELSE 'redemption' END AS kind,
       coalesce(c.redemption_id::text, c.customer_id) AS id, c.redemption_code AS code
     FROM read_models.sites s JOIN read_models.scans c ON c.site_id = s.site_id AND c.redemption_code = :code
     WHERE (c.redemption_id IS NOT NULL OR c.customer_id IS NOT NULL)
       AND (:tenantIds::uuid[] IS NULL OR s.tenant_id = ANY(:tenantIds))
     ORDER BY c.scanned_at DESC LIMIT :max`,
    { code, tenantIds, max },
  );
