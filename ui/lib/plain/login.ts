import type { LoginIntent } from '@perktree/contracts/http/accounts';

/** Where the browser goes to sign in, and with `returnTo` (a path of this site) where it comes back to afterwards. */
export function loginPath(intent: LoginIntent, returnTo?: string): string {
  return `/api/login?intent=${intent}${returnTo === undefined ? '' : `&returnTo=${encodeURIComponent(returnTo)}`}`;
}
