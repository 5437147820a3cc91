import type { LoginIntent } from '@perktree/contracts/account/calls';
import { ROLES, type Role } from '@perktree/contracts/kernel/envelope';
import { Refused } from '@perktree/contracts/kernel/refusals';

const ROLE_OF_INTENT: Readonly<Record<LoginIntent, Role>> = {
  customer: 'customer',
  distributor: 'distributor',
  business: 'site_owner',
};

/** Every account may take these. */
export const OPEN_ROLES: readonly Role[] = [ROLE_OF_INTENT.customer, ROLE_OF_INTENT.distributor];

interface Entry {
  /** Roles to add to those held. */
  readonly grant: readonly Role[];
  readonly activeRole: Role;
}

/** Registering grants customer and the intent's role, and begins in the latter. */
export function entryAtRegistration(intent: LoginIntent = 'customer'): Entry {
  const role = ROLE_OF_INTENT[intent];
  return { grant: [...new Set<Role>(['customer', role])], activeRole: role };
}

/**
 * Logging in with an intent grants its role where it is not held yet; `business` only after a confirmation. Without an
 * intent the session begins in the strongest role held.
 * @throws Refused BUSINESS_CONFIRMATION_REQUIRED
 */
export function entryAtLogin(login: {
  readonly held: readonly Role[];
  readonly intent: LoginIntent | undefined;
  readonly confirmBusiness: boolean;
}): Entry {
  // An account that lost its last role becomes a customer again.
  const role = login.intent ? ROLE_OF_INTENT[login.intent] : (firstHeld(login.held) ?? 'customer');
  if (login.held.includes(role)) return { grant: [], activeRole: role };
  if (role === 'site_owner' && !login.confirmBusiness) throw new Refused('BUSINESS_CONFIRMATION_REQUIRED');
  return { grant: [role], activeRole: role };
}

/** The strongest of some roles. */
export function firstHeld(held: readonly Role[]): Role | undefined {
  return ROLES.find((role) => held.includes(role));
}

/** Roles, strongest first. */
export function rolesInOrder(held: readonly Role[]): Role[] {
  return ROLES.filter((role) => held.includes(role));
}
