import type { Role } from '@perktree/contracts/envelope';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Loading } from '../components/loading.tsx';
import { useAuth } from '../lib/auth.tsx';

/**
 * Somebody has signed in to reach a screen of another of their roles, such as staff, whom no sign-in asks for: they get the
 * screen that they asked for, in that role, and not the home of the one that the sign-in happened to choose.
 */
export function RoleAfterSignIn({ role, path, otherwise }: { role: Role; path: string; otherwise: string }) {
  const { switchRole } = useAuth();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    switchRole(role, path).catch(() => setFailed(true));
  }, [switchRole, role, path]);
  return failed ? <Navigate to={otherwise} replace /> : <Loading page />;
}
