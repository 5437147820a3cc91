import type { Role } from '@perktree/contracts/kernel/envelope';
import { useEffect, useState } from 'react';
import type { BootstrapData } from '../../lib/public/bootstrap-data.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';

/** Who views the page. A failed user call means signed out. Roles are read only when signed in. */
export type Viewer = { state: 'loading' | 'signed_out' } | { state: 'signed_in'; roles: readonly Role[] };

export function useViewer(data: BootstrapData | null): Viewer {
  const [viewer, setViewer] = useState<Viewer>({ state: data?.signedIn === false ? 'signed_out' : 'loading' });
  // The server-rendered page already says so.
  const isKnown = data?.signedIn === false;
  useEffect(() => {
    if (!isKnown) void readViewer().then(setViewer);
  }, [isKnown]);
  return viewer;
}

async function readViewer(): Promise<Viewer> {
  try {
    await publicCalls.user();
  } catch {
    return { state: 'signed_out' };
  }
  try {
    return { state: 'signed_in', roles: (await publicCalls.userRole()).allRoles };
  } catch {
    return { state: 'signed_in', roles: [] };
  }
}
