import type { LoginIntent } from '@perktree/contracts/account/calls';

/** The login page, with the way back to the screen that is shown. */
export const loginHere = () => `/login?returnTo=${encodeURIComponent(location.pathname + location.search)}`;

/** URL of the login page. `returnTo` is a path of this site. */
export function loginPath(intent: LoginIntent, returnTo?: string): string {
  return `/api/login?intent=${intent}${returnTo === undefined ? '' : `&returnTo=${encodeURIComponent(returnTo)}`}`;
}
