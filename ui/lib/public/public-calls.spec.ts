import { accountCalls } from '@perktree/contracts/account/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { redemptionCalls } from '@perktree/contracts/redemption/calls';
import { scanningCalls } from '@perktree/contracts/scan/calls';
import { afterEach, expect, it, vi } from 'vitest';
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
