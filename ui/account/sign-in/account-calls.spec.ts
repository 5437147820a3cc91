import { afterEach, expect, it, vi } from 'vitest';
import { CookiesRefused, withSessionCookie } from './account-calls.ts';

const answer = { id: 'ana' };
afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['the browser keeps the session cookie', 200, answer],
  ['the next call is signed out', 401, expect.any(CookiesRefused)],
  ['the next call fails', 500, answer],
])('after a login, where %s', async (_, status, expected) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer), { status }));
  expect(await withSessionCookie(Promise.resolve(answer)).catch((error: unknown) => error)).toEqual(expected);
});
