import { ROLES, type Role } from '@perktree/contracts/kernel/envelope';
import type { GuardedPath } from './screen-paths.ts';
import { SCREENS } from './screens.ts';

type Passage = 'wait' | 'allow' | 'sign-in' | '/mobile-scanner' | '/audit' | '/';

/** What happens when a route is opened: show it, wait, sign in, or go to the role's home. */
export function passage(path: GuardedPath, auth: { readonly isLoading: boolean; readonly role: Role | null }): Passage {
  if (auth.isLoading) return 'wait';
  if (auth.role === null) return 'sign-in';
  const allowed: readonly Role[] = SCREENS[path].roles;
  if (allowed.includes(auth.role)) return 'allow';
  if (auth.role === 'auditor') return '/audit';
  return auth.role === 'customer' ? '/mobile-scanner' : '/';
}

export function roleFor(path: GuardedPath, held: readonly Role[]): Role | undefined {
  const allowed: readonly Role[] = SCREENS[path].roles;
  return ROLES.find((role) => held.includes(role) && allowed.includes(role));
}
