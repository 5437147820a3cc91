import type { Role } from '@perktree/contracts/envelope';
import { useEffect, useState } from 'react';
import { publicCalls } from '../../lib/plain/public-calls.ts';
import type { Sent } from '../../lib/plain/sent.ts';

/** Who looks at the page. A failed user call means signed out; the roles are asked for only after it (specification 4). */
export type Viewer = { state: 'loading' | 'signed_out' } | { state: 'signed_in'; roles: readonly Role[] };

export function useViewer(sent: Sent | null): Viewer {
  const [viewer, setViewer] = useState<Viewer>({ state: sent?.signedIn === false ? 'signed_out' : 'loading' });
  // The server has said so with the page: asking again would only be refused.
  const isKnown = sent?.signedIn === false;
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
