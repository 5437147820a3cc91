import type { FoundAccount } from '@perktree/contracts/account/account-store';
import { type Currency, fromMinor } from '@perktree/contracts/kernel/money';
import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import type { FoundKind, SupportFound } from '@perktree/contracts/support/calls';
import { run } from '@perktree/platform/postgres/sql';
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

interface ThingRow {
  readonly kind: FoundKind;
  readonly id: string;
  /** Null: the name of the person. */
  readonly title: string | null;
  readonly site_id: string;
  readonly site_name: string;
  readonly tenant_id: string;
  readonly person: string | null;
  readonly at: Date;
  readonly minor: string | null;
  readonly currency: Currency | null;
  readonly dispute: SupportFound['dispute'];
}

const SITE = 's.site_id, s.name AS site_name, s.tenant_id';
/** Results with the names, sites and amounts by which people tell them apart, in the same order. */
export async function describeFound(
  { pool, accounts }: Deps,
  found: readonly FoundId[],
): Promise<readonly SupportFound[]> {
  const idsOf = (kind: FoundKind) => found.flatMap((each) => (each.kind === kind ? each.id : []));
  const { rows } = await run<ThingRow>(
    pool,
    `SELECT 'redemption' AS kind, t.redemption_id::text AS id, t.qr_name AS title, ${SITE}, t.customer_id AS person,
       t.redeemed_at AS at, t.sale_minor AS minor, t.currency, d.state AS dispute
     FROM read_models.redemptions t JOIN read_models.sites s USING (site_id)
       LEFT JOIN read_models.disputes d USING (redemption_id)
     WHERE t.redemption_id = ANY(:redemptions::uuid[])
     UNION ALL SELECT 'qr', t.qr_id::text, t.name, ${SITE}, NULL, t.created_at, NULL, NULL, NULL
     FROM read_models.qrs t JOIN read_models.sites s USING (site_id) WHERE t.qr_id = ANY(:qrs::uuid[])
     UNION ALL SELECT 'site', s.site_id::text, s.name, ${SITE}, NULL, s.created_at, NULL, NULL, NULL
     FROM read_models.sites s WHERE s.site_id = ANY(:sites::uuid[])
     UNION ALL SELECT 'payout', t.payout_id::text, NULL, ${SITE}, t.distributor_id, t.created_at, t.amount_minor, t.currency, NULL
     FROM read_models.payouts t JOIN read_models.sites s USING (site_id) WHERE t.payout_id = ANY(:payouts::uuid[])`,
    { redemptions: idsOf('redemption'), qrs: idsOf('qr'), sites: idsOf('site'), payouts: idsOf('payout') },
  );
  const people = [...rows.flatMap(({ person }) => person ?? []), ...idsOf('customer'), ...idsOf('distributor')];
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
  const { kind, id, title, site_id, site_name, tenant_id, person, at, minor, currency, dispute } = row;
  const name = person === null ? '' : nameOf(person);
  return {
    kind,
    id,
    title: title ?? name,
    email: null,
    dispute,
    currency,
    site: { id: site_id, name: site_name },
    tenantId: tenant_id,
    at: at.toISOString(),
    customer: kind === 'redemption' ? name : null,
    amount: minor === null || currency === null ? null : fromMinor(BigInt(minor), currency),
  };
}
