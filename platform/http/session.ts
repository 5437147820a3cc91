import type { Role } from '@perktree/contracts/kernel/envelope';
import type { FastifyRequest } from 'fastify';

/** Who is signed in, as the services need it. Read from the session cookie on every call. */
export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  /** The active role: decides whose data `me` calls show. */
  readonly role: Role;
  /** Everything the account may do. */
  readonly allRoles: readonly Role[];
  /** The business account that a site owner owns. */
  readonly tenantId: string | null;
  /** What the account may read as an auditor now. Left out: nothing. */
  readonly audits?: Audits;
  /** Set while a superadmin views the product as this user. Such a session is read-only. */
  readonly view?: {
    /** ISO 8601 UTC. */
    readonly until: string;
    /** The superadmin's own. */
    readonly own: Session;
  };
}

export interface Audits {
  /** The businesses; null: all. */
  readonly tenantIds: readonly string[] | null;
  /** When the first of them ends, ISO 8601 UTC. */
  readonly until: string;
}

/**
 * The tenants whose records the caller may read, as their owner, as an auditor or as a superadmin; null: all. `mountCall` leaves
 * `audits` out of the session of a call that auditors may not make.
 */
export function readableTenants({ allRoles, tenantId, audits }: Session): readonly string[] | null {
  if (allRoles.includes('superadmin') || audits?.tenantIds === null) return null;
  return [...(tenantId === null ? [] : [tenantId]), ...(audits?.tenantIds ?? [])];
}

/** Whether the caller may read the records of a tenant: see `readableTenants`. */
export function readsTenant(session: Session, tenantId: string): boolean {
  return readableTenants(session)?.includes(tenantId) ?? true;
}

/** How a service learns who is calling; identity implements it. Null: not signed in. */
export type Authenticate = (request: FastifyRequest) => Promise<Session | null>;
