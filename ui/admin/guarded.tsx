import { lazy, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { useAuth } from '../lib/auth.tsx';
import { type GuardedPath, passage } from './guard.ts';
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
  if (way !== 'allow' || auth.role === null) return <Navigate to={way} replace />;
  return <Shell role={auth.role}>{children}</Shell>;
}
