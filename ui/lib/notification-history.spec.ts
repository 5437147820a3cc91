import type { RoleInfo, UserAnswer } from '@perktree/contracts/account/calls';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveAccount } from './device-copy.ts';
import { pastNotifications, saveNotification } from './notification-history.ts';

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
  saveAccount({ id: 'ana' } as UserAnswer, { role: 'customer' } as RoleInfo);
});
afterEach(() => void vi.unstubAllGlobals());

const unread = () => pastNotifications().filter(({ isRead }) => !isRead);
const shown = (title: string, destructive = false) => ({ title, text: undefined, destructive, lang: undefined });

it('saves answers to the user’s own actions as read', () => {
  saveNotification(shown('QR Created'));
  for (let n = 0; n < 18; n += 1) saveNotification(shown('Name required', true));
  expect(pastNotifications()).toHaveLength(19);
  expect(unread()).toEqual([]);
});

it('counts news and toasts shown while the page was hidden as unread', () => {
  saveNotification({ ...shown('Benefit redeemed!'), isNews: true });
  page.hidden = true;
  saveNotification(shown('Download Started'));
  expect(unread().map(({ title }) => title)).toEqual(['Download Started', 'Benefit redeemed!']);
});
