import type { RoleInfo, UserAnswer } from '@perktree/contracts/account/calls';
import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetDeviceCopy, saveAccount, saveCodes, savedAccount, savedCodes } from './device-copy.ts';

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

it('saves only open codes, and replaces the earlier ones', () => {
  saveAccount(user('a'), role);
  saveCodes([scan({}), scan({ scanId: 'redeemed', isRedeemed: true }), scan({ redemptionCode: null })], NOW);
  expect(savedCodes(NOW).map(({ scanId }) => scanId)).toEqual(['one']);
  saveCodes([scan({ isRedeemed: true })], NOW);
  expect(savedCodes(NOW)).toEqual([]);
});

it('drops a code when it expires', () => {
  saveAccount(user('a'), role);
  saveCodes([scan({}), scan({ scanId: 'without end', expiresAtUtc: null })], NOW);
  const end = Date.parse('2026-01-01T13:00:00.000Z');
  expect(savedCodes(end - 1)).toHaveLength(2);
  expect(savedCodes(end).map(({ scanId }) => scanId)).toEqual(['without end']);
  expect([...kept.values()].join()).not.toContain('"one"');
});

it('keeps the codes of one account, and none after signing out or without an account', () => {
  saveCodes([scan({})], NOW);
  expect(kept.size).toBe(0);
  saveAccount(user('a'), role);
  saveCodes([scan({})], NOW);
  saveAccount(user('a'), { ...role, role: 'distributor' });
  expect(savedCodes(NOW)).toHaveLength(1);
  saveAccount(user('b'), role);
  expect(savedCodes(NOW)).toEqual([]);
  saveCodes([scan({})], NOW);
  forgetDeviceCopy();
  expect([savedAccount(), savedCodes(NOW), kept.size]).toEqual([null, [], 0]);
});

it.each(['', 'null', '{}', '[]', '{"user":{"id":"a"}}'])('ignores %j', (text) => {
  kept.set('device-copy', text);
  expect([savedAccount(), savedCodes(NOW)]).toEqual([null, []]);
});
