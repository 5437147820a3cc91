import { calls } from '@perktree/contracts/http/calls';
import { callApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';

/** The browser refuses the session's cookie: the next page would be signed out. */
export class CookiesRefused extends Error {
  override readonly name = 'CookiesRefused';
}

/** The answer of a login or registration, once it is known that the browser keeps its session. @throws CookiesRefused */
export async function withSessionKept<Answer>(signIn: Promise<Answer>): Promise<Answer> {
  const answer = await signIn;
  try {
    await callApi(calls.user, {});
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw new CookiesRefused();
    // Anything else says nothing of cookies; the next page tells of it.
  }
  return answer;
}
