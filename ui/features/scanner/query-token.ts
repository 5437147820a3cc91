import { extractToken } from '../../lib/token.ts';

export interface QueryToken {
  /** Null: the parameter cannot be read. */
  readonly token: string | null;
}

/**
 * The token of the page's `token` query parameter, which leaves the address bar whether it can be read or not, so that a
 * reload or a shared address does not scan again (specification 2.5). Null where there is no such parameter.
 */
export function takeQueryToken(): QueryToken | null {
  const address = new URL(window.location.href);
  const value = address.searchParams.get('token');
  if (value === null) return null;
  address.search = '';
  window.history.replaceState(window.history.state, '', address.pathname + address.hash);
  return { token: extractToken(value) || null };
}
