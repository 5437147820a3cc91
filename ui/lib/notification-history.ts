import { keptAccount } from './device-copy.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { localStore } from './storage.ts';

/** A toast that was shown on this device to one account. */
export interface Notification {
  readonly id: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly destructive: boolean;
  /** Language of the texts, where it is not the page's. */
  readonly lang?: string | undefined;
  /** ISO 8601. */
  readonly at: string;
  readonly isRead: boolean;
}

/** The oldest ones make room. */
export const MOST_KEPT = 50;
const PREFIX = 'notifications-';
const NONE: readonly Notification[] = [];
const listeners = new Set<() => void>();
/** What was read last, and the text that it was read from: one list as long as nothing changes. */
let known: { readonly text: string | null; readonly list: readonly Notification[] } = { text: null, list: NONE };

/**
 * Keeps a toast for the account that is signed in on this device; signed out nothing is kept. Unread, and so counted, is
 * what the person should come back to: news, and what was shown while the page was out of sight.
 */
export function keepNotification(
  shown: Pick<Notification, 'title' | 'text' | 'destructive' | 'lang'> & { readonly isNews?: boolean },
): void {
  const { title, text, destructive, lang, isNews = false } = shown;
  const at = new Date().toISOString();
  const isRead = !isNews && !document.hidden;
  const notification = { id: newIdempotencyKey(), title, text, destructive, lang, at, isRead };
  write([notification, ...notifications()].slice(0, MOST_KEPT));
}

/** Those of the signed-in account, newest first. The same list as long as nothing has changed. */
export function notifications(): readonly Notification[] {
  const key = keyOfAccount();
  const text = key && localStore.get(key);
  if (text !== known.text) known = { text, list: parse(text) };
  return known.list;
}

export function markAllRead(): void {
  write(notifications().map((notification) => ({ ...notification, isRead: true })));
}

export function clearNotifications(): void {
  const key = keyOfAccount();
  if (key) localStore.remove(key);
  tell();
}

/** Calls back after every change, also of another window. @returns stops it */
export function onNotifications(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function keyOfAccount(): string | null {
  const account = keptAccount();
  return account && PREFIX + account.user.id;
}

function write(list: readonly Notification[]): void {
  const key = keyOfAccount();
  if (key === null) return;
  localStore.set(key, JSON.stringify(list));
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function parse(text: string | null): readonly Notification[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter((item) => typeof item?.title === 'string') : NONE;
  } catch {
    return NONE;
  }
}
