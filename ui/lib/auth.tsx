import type { RoleInfo, UserAnswer } from '@perktree/contracts/account/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { callApi } from './api.ts';
import { pageSaysSignedOut } from './brand.ts';
import { forgetDeviceCopy, saveAccount, savedAccount } from './device-copy.ts';
import { forgetDrafts } from './forms/drafts.ts';
import { loginHere } from './public/login.ts';
import { saveLastRole } from './storage.ts';
import { queryKeyOf, useApi } from './use-api.ts';

interface Auth {
  /** True until the user and role are known. */
  readonly isLoading: boolean;
  /** Null when signed out. A failed user call means signed out, except offline. */
  readonly user: UserAnswer | null;
  readonly roleInfo: RoleInfo | null;
  /** The active role; null when signed out. */
  readonly role: Role | null;
  readonly allRoles: readonly Role[];
  /** Reads the user again, for example after a claim granted a role. */
  refresh(): Promise<void>;
  /** Activates another role of the user and opens its home screen. @param goTo the screen to open instead */
  switchRole(role: Role, goTo?: string): Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isKnownSignedOut] = useState(pageSaysSignedOut);
  // admin/navigation.ts has already requested it. A failed request is not repeated.
  const user = useApi(calls.user, {}, { enabled: !isKnownSignedOut, retryOnMount: false });
  const signedIn = user.data !== undefined;
  const roleInfo = useApi(calls.userRole, {}, { enabled: signedIn });

  // Offline: the user who last signed in on this device.
  const kept = useMemo(() => (user.error?.status === 0 ? savedAccount() : null), [user.error]);
  useEffect(() => {
    // Do not save data that a superadmin sees as another person.
    if (user.data && !user.data.viewedUntil) saveLastRole(user.data.role);
    if (user.data?.viewedUntil) forgetDeviceCopy();
    else if (user.data && roleInfo.data) saveAccount(user.data, roleInfo.data);
    if (isKnownSignedOut || user.error?.status === 401) forgetDeviceCopy();
  }, [user.data, roleInfo.data, user.error, isKnownSignedOut]);

  const refresh = useCallback(async () => {
    await client.invalidateQueries({ queryKey: queryKeyOf(calls.user) });
    await client.invalidateQueries({ queryKey: queryKeyOf(calls.userRole) });
  }, [client]);

  const switchRole = useCallback(async (role: Role, goTo = '/') => {
    await callApi(calls.switchRole, { body: { role } });
    // Load a new document, so that no screen keeps data of the old role.
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

/** @throws Error outside of an AuthProvider */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** Ends the session for a new login of the same account, which finds this page and what was typed again. */
export function logInAgain(): void {
  forgetDeviceCopy();
  window.location.assign(`/api/logout?returnTo=${encodeURIComponent(loginHere())}`);
}

/** The server ends the session and redirects to a path of this site. */
export function logOut(returnTo: string | null = null): void {
  forgetDeviceCopy();
  forgetDrafts();
  window.location.assign(returnTo === null ? '/api/logout' : `/api/logout?returnTo=${encodeURIComponent(returnTo)}`);
}
