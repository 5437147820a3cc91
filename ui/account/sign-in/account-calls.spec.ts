import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { afterEach, expect, it, vi } from 'vitest';
import { CookiesRefused, signInCalls, withSessionCookie } from './account-calls.ts';

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

const token = 'a_-1';
const email = 'cleo@example.test';
const password = 'correct horse battery';
it.each<[Call, () => Promise<unknown>]>([
  [calls.signInMethods, signInCalls.signInMethods],
  [calls.login, () => signInCalls.login({ email, password })],
  [calls.register, () => signInCalls.register({ email, password, firstName: 'Cleo', intent: 'customer' })],
  [calls.forgotPassword, () => signInCalls.forgotPassword({ email })],
  [calls.resetPassword, () => signInCalls.resetPassword({ token, newPassword: password })],
  [calls.verifyEmail, () => signInCalls.verifyEmail({ token })],
  [calls.switchRole, () => signInCalls.switchRole('distributor')],
  [calls.unsubscribe, () => signInCalls.unsubscribe(token)],
  [calls.v1AcceptDevicePairing, () => signInCalls.acceptDevicePairing(token)],
])('$path matches the call of the contracts', async (call, make) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', fetched);
  await make();
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect([init?.method ?? 'GET', url]).toEqual([call.method, call.path.replace(/:\w+/, token)]);
  if (init?.body) expect(call.body.safeParse(JSON.parse(String(init.body))).error).toBeUndefined();
});
