import { readableTenants, type Session } from '@perktree/platform/http/session';

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
