import { calls } from '@perktree/contracts/http/calls';
import { callApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';

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
    await callApi(calls.user, {});
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw new CookiesRefused();
    // Other errors say nothing about cookies; the next page reports them.
  }
  return answer;
}
