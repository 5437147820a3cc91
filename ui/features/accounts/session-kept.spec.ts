import { afterEach, expect, it, vi } from 'vitest';
import { CookiesRefused, withSessionKept } from './session-kept.ts';

const answer = { id: 'ana' };
const serve = (status: number) => vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer), { status }));
afterEach(() => void vi.unstubAllGlobals());

it('gives the answer of a login whose session the browser keeps', async () => {
  serve(200);
  expect(await withSessionKept(Promise.resolve(answer))).toBe(answer);
});

it('says that cookies are refused where the login was accepted and the next call is signed out', async () => {
  serve(401);
  await expect(withSessionKept(Promise.resolve(answer))).rejects.toBeInstanceOf(CookiesRefused);
});

it('leaves every other trouble to the next page', async () => {
  serve(500);
  expect(await withSessionKept(Promise.resolve(answer))).toBe(answer);
});
