import { Refused } from '@perktree/contracts/refusals';
import type { Session } from '@perktree/platform/http/session';

/** The session of a call that only signed-in people may make. @throws Refused NOT_SIGNED_IN */
export function signedIn(session: Session | null): Session {
  if (session === null) throw new Refused('NOT_SIGNED_IN');
  return session;
}
