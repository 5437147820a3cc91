import { extractToken } from '../../lib/token.ts';

/**
 * The token of the page's `token` query parameter, which then leaves the address bar, so that a reload or a shared address
 * does not scan again (specification 2.5). Null where there is none; one that cannot be read ends silently.
 */
export function takeQueryToken(): string | null {
  const address = new URL(window.location.href);
  const value = address.searchParams.get('token');
  if (!value) return null;
  const token = extractToken(value);
  if (!token) return null;
  address.search = '';
  window.history.replaceState(window.history.state, '', address.pathname + address.hash);
  return token;
}
