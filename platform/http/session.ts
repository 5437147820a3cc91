import type { Role } from '@perktree/contracts/envelope';
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
  /** Set while a superadmin views the product as this user. Such a session is read-only. */
  readonly view?: {
    /** ISO 8601 UTC. */
    readonly until: string;
    /** The superadmin's own. */
    readonly own: Session;
  };
}

/** How a service learns who is calling; identity implements it. Null: not signed in. */
export type Authenticate = (request: FastifyRequest) => Promise<Session | null>;
