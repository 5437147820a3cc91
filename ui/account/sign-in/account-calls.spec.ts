import { afterEach, expect, it, vi } from 'vitest';
import { CookiesRefused, withSessionCookie } from './account-calls.ts';

const answer = { id: 'ana' };
const serve = (status: number) => vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer), { status }));
afterEach(() => void vi.unstubAllGlobals());

it('returns the answer when the browser keeps the session cookie', async () => {
  serve(200);
  expect(await withSessionCookie(Promise.resolve(answer))).toBe(answer);
});

it('throws CookiesRefused when the next call after a login is signed out', async () => {
  serve(401);
  await expect(withSessionCookie(Promise.resolve(answer))).rejects.toBeInstanceOf(CookiesRefused);
});

it('ignores all other errors', async () => {
  serve(500);
  expect(await withSessionCookie(Promise.resolve(answer))).toBe(answer);
});
