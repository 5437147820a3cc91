import { accountCalls } from '@perktree/contracts/account/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { HEADERS } from '@perktree/contracts/kernel/common';
import { redemptionCalls } from '@perktree/contracts/redemption/calls';
import { scanningCalls } from '@perktree/contracts/scan/calls';
import { afterEach, expect, it, vi } from 'vitest';
import { lastPosition } from './position.ts';
import { publicCalls } from './public-calls.ts';

function answerWith(body: object, init: ResponseInit = {}) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(JSON.stringify(body), init));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => vi.unstubAllGlobals());

const token = 'a_-1';
it.each<[string, Call, () => Promise<unknown>]>([
  ['user', accountCalls.user, publicCalls.user],
  ['userRole', accountCalls.userRole, publicCalls.userRole],
  ['myScan', scanningCalls.myScan, () => publicCalls.myScan(token)],
  ['scan', scanningCalls.scan, () => publicCalls.scan(token)],
  ['redeem', redemptionCalls.redeem, () => publicCalls.redeem(token)],
  ['claim', scanningCalls.claim, () => publicCalls.claim(token)],
  ['customer link', scanningCalls.customerScanInfo, () => publicCalls.scanInfo('customer', token)],
  ['distributor link', scanningCalls.distributorScanInfo, () => publicCalls.scanInfo('distributor', token)],
])('%s matches the call of the contracts', async (_, call, make) => {
  const fetched = answerWith({});
  await make();
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe(call.path.replace(/:\w+/, token));
  expect(init?.method ?? 'GET').toBe(call.method);
  if (init?.body) expect(call.body.parse(JSON.parse(String(init.body)))).toEqual({ token });
});

it('sends each command with a new key', async () => {
  const fetched = answerWith({ success: true, message: '' });
  await publicCalls.redeem(token);
  await publicCalls.redeem(token);
  const keys = fetched.mock.calls.map(([, init]) => new Headers(init.headers).get(HEADERS.idempotencyKey));
  expect(keys[0]).toBeTruthy();
  expect(keys[0]).not.toBe(keys[1]);
});

it('reads at the position of the previous command', async () => {
  const position = String(BigInt(lastPosition() ?? 0) + 41n);
  answerWith({ success: true, message: '' }, { headers: { [HEADERS.position]: position } });
  await publicCalls.redeem(token);
  const fetched = answerWith({});
  await publicCalls.scanInfo('customer', token);
  const [, init] = fetched.mock.calls[0] ?? [];
  expect(new Headers(init?.headers).get(HEADERS.minPosition)).toBe(position);
});

it('reports the server’s message and status', async () => {
  answerWith({ message: 'This QR code has expired', code: 'QR_EXPIRED' }, { status: 400 });
  await expect(publicCalls.claim(token)).rejects.toMatchObject({
    status: 400,
    serverMessage: 'This QR code has expired',
    message: '400: {"message":"This QR code has expired","code":"QR_EXPIRED"}',
  });
});

it('reports status 0 if the server was not reached', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('failed')));
  await expect(publicCalls.user()).rejects.toMatchObject({ status: 0 });
});
