import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { afterEach, expect, it, vi } from 'vitest';
import { publicCalls } from './public-calls.ts';

afterEach(() => vi.unstubAllGlobals());

const token = 'a_-1';
it.each<[string, Call, () => Promise<unknown>]>([
  ['user', calls.user, publicCalls.user],
  ['userRole', calls.userRole, publicCalls.userRole],
  ['myScan', calls.myScan, () => publicCalls.myScan(token)],
  ['scan', calls.scan, () => publicCalls.scan(token)],
  ['redeem', calls.redeem, () => publicCalls.redeem(token)],
  ['claim', calls.claim, () => publicCalls.claim(token)],
  ['customer link', calls.customerScanInfo, () => publicCalls.scanInfo('customer', token)],
  ['distributor link', calls.distributorScanInfo, () => publicCalls.scanInfo('distributor', token)],
])('%s matches the call of the contracts', async (_, call, make) => {
  const fetched = vi.fn(async (_url: string, _init?: RequestInit) => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
  await make();
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect([url, init?.method ?? 'GET']).toEqual([call.path.replace(/:\w+/, token), call.method]);
  if (init?.body) expect(call.body.parse(JSON.parse(String(init.body)))).toEqual({ token });
});
