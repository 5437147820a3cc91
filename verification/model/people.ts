import { ROLES, type Role } from '@perktree/contracts/kernel/envelope';
import type { Session } from '@perktree/platform/http/session';

/** A caller. Permissions are in the rules. */
export interface Person {
  readonly name: string;
  readonly userId: string;
  readonly roles: Set<Role>;
  /** The business that they own. */
  readonly tenantId: string | null;
}

/** The people of a run. The second owner is also a distributor, on sites of others. */
const CAST: readonly (readonly [name: string, ...roles: Role[]])[] = [
  ['owner-a', 'site_owner', 'customer'],
  ['owner-b', 'site_owner', 'distributor', 'customer'],
  ['distributor-1', 'distributor', 'customer'],
  ['distributor-2', 'distributor', 'customer'],
  ['distributor-3', 'distributor', 'customer'],
  ['customer-1', 'customer'],
  ['customer-2', 'customer'],
  ['customer-3', 'customer'],
];

/** New people for each run, as concurrent runs share one database. */
export function castOf(runId: string, newId: () => string): readonly Person[] {
  return CAST.map(([name, ...roles]) => ({
    name,
    userId: `${name} ${runId}`,
    roles: new Set(roles),
    tenantId: roles.includes('site_owner') ? newId() : null,
  }));
}

/** A customer without history. */
export function newCustomer(name: string, id: string): Person {
  return { name, userId: `${name} ${id}`, roles: new Set<Role>(['customer']), tenantId: null };
}

/** @param held the roles in the account store */
export function sessionOf({ userId, tenantId }: Person, held: ReadonlySet<Role>): Session {
  const allRoles = ROLES.filter((role) => held.has(role));
  return { sessionId: userId, userId, role: allRoles[0] ?? 'customer', allRoles, tenantId };
}
