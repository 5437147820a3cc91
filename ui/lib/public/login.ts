import type { LoginIntent } from '@perktree/contracts/http/accounts';

/** URL of the login page. `returnTo` is a path of this site. */
export function loginPath(intent: LoginIntent, returnTo?: string): string {
  return `/api/login?intent=${intent}${returnTo === undefined ? '' : `&returnTo=${encodeURIComponent(returnTo)}`}`;
}
