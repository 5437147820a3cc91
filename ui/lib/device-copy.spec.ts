import type { RoleInfo, UserAnswer } from '@perktree/contracts/account/calls';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetDeviceCopy, saveAccount, saveCodes, savedAccount, savedCodes } from './device-copy.ts';

const NOW = Date.parse('2026-01-01T12:00:00.000Z');
const END = '2026-01-01T13:00:00.000Z';
const user = (id: string) => ({ id, email: `${id}@example.test` }) as UserAnswer;
const role: RoleInfo = { role: 'customer', tenantId: null, allRoles: ['customer'] };
const scan = (scanId: string, part: Partial<MyScanAnswer> = {}) =>
  ({ scanId, isRedeemed: false, expiresAtUtc: END, redemptionCode: 'ABC-123', ...part }) as MyScanAnswer;
const codes = (now = NOW) => savedCodes(now).map(({ scanId }) => scanId);

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
});
// Others in the same process have no window.
afterEach(() => void vi.unstubAllGlobals());

it('saves only open codes of an account, replaces the earlier ones, and drops each when it expires', () => {
  saveCodes([scan('one')], NOW);
  expect(kept.size).toBe(0);
  saveAccount(user('a'), role);
  saveCodes([scan('one'), scan('two', { isRedeemed: true }), scan('three', { redemptionCode: null })], NOW);
  expect(codes()).toEqual(['one']);
  saveCodes([scan('four'), scan('without end', { expiresAtUtc: null })], NOW);
  expect(codes(Date.parse(END) - 1)).toEqual(['four', 'without end']);
  expect(codes(Date.parse(END))).toEqual(['without end']);
  expect([...kept.values()].join()).not.toContain('"four"');
});

it('keeps the codes of one account, and none of another one or after signing out', () => {
  saveAccount(user('a'), role);
  saveCodes([scan('one')], NOW);
  saveAccount(user('a'), { ...role, role: 'distributor' });
  expect(codes()).toEqual(['one']);
  saveAccount(user('b'), role);
  expect(codes()).toEqual([]);
  forgetDeviceCopy();
  expect([savedAccount(), codes(), kept.size]).toEqual([null, [], 0]);
});

it.each(['', 'null', '{}', '[]', '{"user":{"id":"a"}}'])('ignores %j', (text) => {
  kept.set('device-copy', text);
  expect([savedAccount(), codes()]).toEqual([null, []]);
});
