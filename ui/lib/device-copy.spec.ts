import type { RoleInfo, UserAnswer } from '@perktree/contracts/http/accounts';
import type { MyScanAnswer } from '@perktree/contracts/http/scanning';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetDeviceCopy, keepAccount, keepCodes, keptAccount, keptCodes } from './device-copy.ts';

const NOW = Date.parse('2026-01-01T12:00:00.000Z');
const user = (id: string) => ({ id, email: `${id}@example.test` }) as UserAnswer;
const role: RoleInfo = { role: 'customer', tenantId: null, allRoles: ['customer'] };
const scan = (part: Partial<MyScanAnswer>) =>
  ({
    scanId: 'one',
    isRedeemed: false,
    expiresAtUtc: '2026-01-01T13:00:00.000Z',
    redemptionCode: 'ABC-123',
    ...part,
  }) as MyScanAnswer;

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});
// Others in the same process have no window.
afterEach(() => void vi.unstubAllGlobals());

it('keeps the open codes alone, and in place of those before', () => {
  keepAccount(user('a'), role);
  keepCodes([scan({}), scan({ scanId: 'redeemed', isRedeemed: true }), scan({ redemptionCode: null })], NOW);
  expect(keptCodes(NOW).map(({ scanId }) => scanId)).toEqual(['one']);
  keepCodes([scan({ isRedeemed: true })], NOW);
  expect(keptCodes(NOW)).toEqual([]);
});

it('drops a code at the moment in which it expires', () => {
  keepAccount(user('a'), role);
  keepCodes([scan({}), scan({ scanId: 'for ever', expiresAtUtc: null })], NOW);
  const end = Date.parse('2026-01-01T13:00:00.000Z');
  expect(keptCodes(end - 1)).toHaveLength(2);
  expect(keptCodes(end).map(({ scanId }) => scanId)).toEqual(['for ever']);
  expect([...kept.values()].join()).not.toContain('"one"');
});

it('keeps the codes of one account, of nobody after signing out, and none without an account', () => {
  keepCodes([scan({})], NOW);
  expect(kept.size).toBe(0);
  keepAccount(user('a'), role);
  keepCodes([scan({})], NOW);
  keepAccount(user('a'), { ...role, role: 'distributor' });
  expect(keptCodes(NOW)).toHaveLength(1);
  keepAccount(user('b'), role);
  expect(keptCodes(NOW)).toEqual([]);
  keepCodes([scan({})], NOW);
  forgetDeviceCopy();
  expect([keptAccount(), keptCodes(NOW), kept.size]).toEqual([null, [], 0]);
});

it.each(['', 'null', '{}', '[]', '{"user":{"id":"a"}}'])('takes %j for nothing', (text) => {
  kept.set('device-copy', text);
  expect([keptAccount(), keptCodes(NOW)]).toEqual([null, []]);
});
