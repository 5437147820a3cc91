import type { SupportPerson, SupportSubject, TimelineKind } from '@perktree/contracts/support/calls';
import { readableTenants, type Session } from '@perktree/platform/http/session';
import { run } from '@perktree/platform/postgres/sql';
import type { AuditServiceDeps } from '../deps.ts';
import { thingsOf } from './found.ts';

/** What a caller may read. */
export interface SupportScope {
  /** The tenants whose records; null for all tenants. */
  readonly tenantIds: readonly string[] | null;
  /** Whether with e-mail addresses of people: for superadmins alone. */
  readonly withAddresses: boolean;
}

/** A superadmin reads all records, an owner those of their own sites, an auditor those of the businesses that it audits. */
export const supportScopeOf = (session: Session): SupportScope => ({
  tenantIds: readableTenants(session),
  withAddresses: session.allRoles.includes('superadmin'),
});

/** Names, and for superadmins addresses, as far as the account store still holds them. */
type PersonOf = (userId: string) => SupportPerson;

/** Owners and auditors see names only: a person who scans an offer has not given its owner an e-mail address. */
export async function peopleOf(
  accounts: Pick<AuditServiceDeps['accounts'], 'displayNames' | 'contacts'>,
  { withAddresses }: Pick<SupportScope, 'withAddresses'>,
  userIds: readonly string[],
): Promise<PersonOf> {
  const ids = [...new Set(userIds)];
  const [names, contacts] = await Promise.all([
    accounts.displayNames(ids),
    withAddresses ? accounts.contacts(ids) : new Map<string, { readonly email: string }>(),
  ]);
  return (id) => ({ id, name: names.get(id) ?? '', email: contacts.get(id)?.email ?? null });
}

type Deps = Pick<AuditServiceDeps, 'pool' | 'accounts'>;

/** Something with a timeline, and the code by which it was found. */
export interface SubjectId {
  readonly kind: TimelineKind;
  readonly id: string;
  readonly code?: string | null;
}

/** Refused attempts of the last 30 days: the only trace of a person who was always refused. */
const refused = (commands: string) => `SELECT 1 FROM command_service.refusals f
    LEFT JOIN read_models.sites s ON s.site_id = f.site_id
    WHERE f.person_id = :id AND f.command IN (${commands}) AND (:tenantIds::uuid[] IS NULL OR s.tenant_id = ANY(:tenantIds))`;

/** Whether the user `:id` has acted or tried to act in this role; `:tenantIds`: the tenants or null. */
const TRACES = {
  customer: `SELECT 1 FROM read_models.scans WHERE customer_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))
    UNION ALL ${refused("'scan', 'redeem', 'staffRedeem'")}`,
  distributor: `SELECT 1 FROM read_models.qrs WHERE owner_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))
    UNION ALL
    SELECT 1 FROM read_models.earnings WHERE distributor_id = :id AND (:tenantIds::uuid[] IS NULL OR tenant_id = ANY(:tenantIds))
    UNION ALL ${refused("'claim'")}`,
} as const;

/** The subject of a timeline; null: it does not exist, or is outside the scope. */
export async function subjectOf(
  deps: Deps,
  scope: SupportScope,
  { kind, id, code = null }: SubjectId,
): Promise<SupportSubject | null> {
  if (kind === 'customer' || kind === 'distributor') {
    const { rowCount } = await run(deps.pool, `${TRACES[kind]} LIMIT 1`, { id, tenantIds: scope.tenantIds });
    const { name, email } = (await peopleOf(deps.accounts, scope, [id]))(id);
    // Superadmins see every account.
    if (rowCount === 0 && email === null) return null;
    return { kind, id, title: name, email, site: null, code, at: null, dispute: null };
  }
  const [row] = await thingsOf(deps.pool, [{ kind, id }], scope.tenantIds);
  if (row === undefined) return null;
  const { title, siteId, siteName, at, dispute } = row;
  return { kind, id, title: title ?? '', email: null, site: { id: siteId, name: siteName }, code, at, dispute };
}
