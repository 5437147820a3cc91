import { lazy, type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { STAFF_SCREEN } from '../account/sign-in/staff-screen.ts';
import { Loading } from '../kit/loading.tsx';
import { useAuth } from '../lib/auth.tsx';
import { takeSignInDestination } from '../lib/sign-in-destination.ts';
import { passage, roleFor } from './guard.ts';
import { NotOnStaff } from './not-on-staff.tsx';
import { OtherDocument, SignedOutHome } from './other-document.tsx';
import { RoleAfterSignIn } from './role-after-sign-in.tsx';
import type { GuardedPath } from './screen-paths.ts';
import { loadShell } from './screens.ts';

const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));

export function Guarded({ path, children }: { path: GuardedPath; children: ReactNode }) {
  const auth = useAuth();
  const location = useLocation();
  const way = passage(path, auth);
  if (way === 'wait') return <Loading page />;
  if (way === 'sign-in') {
    if (path === '/') return <SignedOutHome />;
    const returnTo = encodeURIComponent(location.pathname + location.search);
    return <OtherDocument href={`/login?returnTo=${returnTo}`} />;
  }
  if (way !== 'allow' || auth.role === null) return <Elsewhere path={path} way={way} />;
  return <Shell role={auth.role}>{children}</Shell>;
}

function Elsewhere({ path, way }: { path: GuardedPath; way: string }) {
  const { allRoles } = useAuth();
  const { pathname, search } = useLocation();
  const [asked] = useState(() => takeSignInDestination(pathname + search));
  const role = asked ? roleFor(path, allRoles) : undefined;
  if (role === undefined && asked && path === STAFF_SCREEN) return <NotOnStaff otherwise={way} />;
  if (role === undefined) return <Navigate to={way} replace />;
  return <RoleAfterSignIn role={role} path={pathname + search} otherwise={way} />;
}
