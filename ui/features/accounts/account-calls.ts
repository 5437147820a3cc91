import { ApiError } from '../../lib/api-error.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { lastRole } from '../../lib/storage.ts';

/** The browser blocks the session cookie, so the next page would be signed out. */
export class CookiesRefused extends Error {
  override readonly name = 'CookiesRefused';
}

/**
 * Waits until the browser is known to keep the session cookie.
 * @throws CookiesRefused
 */
export async function withSessionCookie<Answer>(signIn: Promise<Answer>): Promise<Answer> {
  const answer = await signIn;
  try {
    await publicCalls.user();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw new CookiesRefused();
    // Other errors say nothing about cookies; the next page reports them.
  }
  return answer;
}

/** After a login without a chosen role: the role that was used last on this device, if the account holds it. */
export async function takeLastRole(): Promise<void> {
  const last = lastRole();
  if (last === null) return;
  try {
    const { role, allRoles } = await publicCalls.userRole();
    const wanted = allRoles.find((held) => held === last);
    if (wanted !== undefined && wanted !== role) await publicCalls.switchRole(wanted);
  } catch {
    // Keep the role that the login began in.
  }
}
