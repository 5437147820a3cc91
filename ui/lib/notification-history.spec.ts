import type { RoleInfo, UserAnswer } from '@perktree/contracts/http/accounts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAccount } from './device-copy.ts';
import { keepNotification, notifications } from './notification-history.ts';

const kept = new Map<string, string>();
const page = { hidden: false };
beforeEach(() => {
  kept.clear();
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
  keepAccount({ id: 'ana' } as UserAnswer, { role: 'customer' } as RoleInfo);
});
afterEach(() => void vi.unstubAllGlobals());

const unread = () => notifications().filter(({ isRead }) => !isRead);
const shown = (title: string, destructive = false) => ({ title, text: undefined, destructive, lang: undefined });

it('keeps what the person did or mistyped, and counts none of it', () => {
  keepNotification(shown('QR Created'));
  for (let n = 0; n < 18; n += 1) keepNotification(shown('Name required', true));
  expect(notifications()).toHaveLength(19);
  expect(unread()).toEqual([]);
});

it('counts news, and what was shown while the page was out of sight', () => {
  keepNotification({ ...shown('Benefit redeemed!'), isNews: true });
  page.hidden = true;
  keepNotification(shown('Download Started'));
  expect(unread().map(({ title }) => title)).toEqual(['Download Started', 'Benefit redeemed!']);
});
