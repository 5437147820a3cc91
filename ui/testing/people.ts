import type { UserAnswer } from '@perktree/contracts/account/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { refusal } from './fake-api.ts';
import { api } from './open-screen.tsx';

const NAMES: Record<Role, readonly [firstName: string, lastName: string]> = {
  superadmin: ['Sue', 'Superadmin'],
  site_owner: ['Olivia', 'Owner'],
  auditor: ['Ada', 'Auditor'],
  distributor: ['Dana', 'Distributor'],
  staff: ['Sam', 'Staff'],
  customer: ['Cleo', 'Customer'],
};

export function userOf(role: Role): UserAnswer {
  const [firstName, lastName] = NAMES[role];
  return {
    ...{ id: `user-${role}`, email: `${firstName.toLowerCase()}@example.test`, firstName, lastName, role },
    ...{ subscriptionPlan: role === 'site_owner' ? 'pro' : 'free', emailVerified: true },
  };
}

/** The page belongs to a person of this role, or to a signed-out visitor. */
export function signIn(role: Role | null, user: Partial<UserAnswer> = {}): void {
  api.on(calls.signInMethods, { password: true, provider: false, mail: true });
  if (role === null) {
    api.on(calls.user, refusal(401, 'Sign in.'));
    return;
  }
  api.on(calls.user, { ...userOf(role), ...user });
  const { subscriptionPlan: plan } = { ...userOf(role), ...user };
  if (role === 'site_owner' || role === 'distributor') api.on(calls.notifications, []);
  if (role === 'site_owner')
    api.on(calls.plan, {
      ...{ id: plan, limits: PLANS[plan].limits },
      used: { sites: 0, activeQrs: 0, redemptionsThisMonth: 0 },
    });
  if (role === 'site_owner' || role === 'staff') api.on(calls.counter, { codes: 'accepted' });
  api.on(calls.userRole, { role, tenantId: role === 'customer' ? null : 'tenant', allRoles: [role] });
}
