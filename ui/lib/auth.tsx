import type { Role } from '@perktree/contracts/envelope';
import type { RoleInfo, UserAnswer } from '@perktree/contracts/http/accounts';
import { calls } from '@perktree/contracts/http/calls';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { callApi } from './api.ts';
import { pageSaysSignedOut } from './brand.ts';
import { forgetDeviceCopy, keepAccount, keptAccount } from './device-copy.ts';
import { queryKeyOf } from './query-client.ts';
import { useApi } from './use-api.ts';

export interface Auth {
  /** True until it is known who is signed in, and in which role. */
  readonly isLoading: boolean;
  /** Null when signed out; a failed user call counts as signed out (specification 8), but for one without a network. */
  readonly user: UserAnswer | null;
  readonly roleInfo: RoleInfo | null;
  /** The active role; null when signed out. */
  readonly role: Role | null;
  readonly allRoles: readonly Role[];
  /** Asks again who is signed in, for example after a claim granted a role. */
  refresh(): Promise<void>;
  /** Makes another held role the active one and opens its home screen. */
  /** @param goTo where to go on in the new role */
  switchRole(role: Role, goTo?: string): Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isKnownSignedOut] = useState(pageSaysSignedOut);
  const user = useApi(calls.user, {}, { enabled: !isKnownSignedOut });
  const signedIn = user.data !== undefined;
  // The role is asked for only once it is known that somebody is signed in (specification 4).
  const roleInfo = useApi(calls.userRole, {}, { enabled: signedIn });

  // Without a network it is whoever was signed in last on this device: what the server has to decide, it decides later.
  const kept = useMemo(() => (user.error?.status === 0 ? keptAccount() : null), [user.error]);
  useEffect(() => {
    // What a superadmin sees as somebody else is not this device's to keep.
    if (user.data?.viewedUntil) forgetDeviceCopy();
    else if (user.data && roleInfo.data) keepAccount(user.data, roleInfo.data);
    if (isKnownSignedOut || user.error?.status === 401) forgetDeviceCopy();
  }, [user.data, roleInfo.data, user.error, isKnownSignedOut]);

  const refresh = useCallback(async () => {
    await client.invalidateQueries({ queryKey: queryKeyOf(calls.user) });
    await client.invalidateQueries({ queryKey: queryKeyOf(calls.userRole) });
  }, [client]);

  const switchRole = useCallback(async (role: Role, goTo = '/') => {
    await callApi(calls.switchRole, { body: { role } });
    // A navigation, so that nothing read in the old role is left on any screen.
    window.location.assign(goTo);
  }, []);

  const known = roleInfo.data ?? kept?.roleInfo ?? null;
  const auth = useMemo<Auth>(
    () => ({
      isLoading: (!isKnownSignedOut && user.isPending) || (signedIn && roleInfo.isPending),
      user: user.data ?? kept?.user ?? null,
      roleInfo: known,
      role: known?.role ?? user.data?.role ?? null,
      allRoles: known?.allRoles ?? [],
      refresh,
      switchRole,
    }),
    [isKnownSignedOut, user.isPending, user.data, kept, signedIn, roleInfo.isPending, known, refresh, switchRole],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** @throws Error outside of an AuthProvider (specification 8). */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** Logging out is a navigation (specification 7): the server ends the session and redirects to `/`. */
export function logOut(): void {
  forgetDeviceCopy();
  window.location.assign('/api/logout');
}
