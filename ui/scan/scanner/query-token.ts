import { extractToken } from '../../lib/token.ts';

interface QueryToken {
  /** Null: the parameter cannot be read. */
  readonly token: string | null;
}

/**
 * Reads the `token` query parameter and removes it from the address bar, so that a reload or a shared address does
 * not scan again. Null without the parameter.
 */
export function takeQueryToken(): QueryToken | null {
  const address = new URL(window.location.href);
  const value = address.searchParams.get('token');
  if (value === null) return null;
  address.search = '';
  window.history.replaceState(window.history.state, '', address.pathname + address.hash);
  return { token: extractToken(value) || null };
}
