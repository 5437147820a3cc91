import { lazy, type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { STAFF_SCREEN } from '../features/accounts/staff-screen.ts';
import { useAuth } from '../lib/auth.tsx';
import { takeSignInDestination } from '../lib/sign-in-destination.ts';
import { type GuardedPath, passage, roleFor } from './guard.ts';
import { NotOnStaff } from './not-on-staff.tsx';
import { RoleAfterSignIn } from './role-after-sign-in.tsx';
import { SignedOutHome } from './signed-out-home.tsx';

/** Fetched by whoever is signed in; the login page does without. */
const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }));

/** A signed-in route: a spinner while it is not known who is there, then the screen in its shell, or the way elsewhere. */
export function Guarded({ path, children }: { path: GuardedPath; children: ReactNode }) {
  const auth = useAuth();
  const location = useLocation();
  const way = passage(path, auth);
  if (way === 'wait') return <Loading page />;
  if (way === 'sign-in') {
    if (path === '/') return <SignedOutHome />;
    const returnTo = encodeURIComponent(location.pathname + location.search);
    return <Navigate to={`/login?returnTo=${returnTo}`} replace />;
  }
  if (way !== 'allow' || auth.role === null) return <Elsewhere path={path} way={way} />;
  return <Shell role={auth.role}>{children}</Shell>;
}

/** Away from a screen that is not for the active role, unless signing in for this very screen chose the wrong one. */
function Elsewhere({ path, way }: { path: GuardedPath; way: string }) {
  const { allRoles } = useAuth();
  const { pathname, search } = useLocation();
  const [asked] = useState(() => takeSignInDestination(pathname + search));
  const role = asked ? roleFor(path, allRoles) : undefined;
  if (role === undefined && asked && path === STAFF_SCREEN) return <NotOnStaff otherwise={way} />;
  if (role === undefined) return <Navigate to={way} replace />;
  return <RoleAfterSignIn role={role} path={pathname + search} otherwise={way} />;
}
