import type { Role } from '@perktree/contracts/kernel/envelope';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Loading } from '../kit/loading.tsx';
import { useAuth } from '../lib/auth.tsx';

/**
 * After a sign-in for a screen that needs another role (such as staff), switches to that role and opens the screen.
 * Otherwise sign-in would open the home of the role that it chose.
 */
export function RoleAfterSignIn({ role, path, otherwise }: { role: Role; path: string; otherwise: string }) {
  const { switchRole } = useAuth();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    switchRole(role, path).catch(() => setFailed(true));
  }, [switchRole, role, path]);
  return failed ? <Navigate to={otherwise} replace /> : <Loading page />;
}
