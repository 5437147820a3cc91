import { savedAccount } from './device-copy.ts';
import { newIdempotencyKey } from './public/send-once.ts';
import { localStore, parsed } from './storage.ts';

/** A toast shown on this device to one account. */
export interface Notification {
  readonly id: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly destructive: boolean;
  /** Language of the texts, if it is not the page's. */
  readonly lang?: string | undefined;
  /** ISO 8601. */
  readonly at: string;
  readonly isRead: boolean;
}

/** Older ones are removed. */
const MAX_KEPT = 50;
const PREFIX = 'notifications-';
const NONE: readonly Notification[] = [];
/** As other windows report theirs. */
const CHANGE = 'storage';
const changes = new EventTarget();
/** The last read list with its stored text, so that an unchanged list keeps its identity. */
let known: { readonly text: string | null; readonly list: readonly Notification[] } = { text: null, list: NONE };

/**
 * Saves a toast for the account that is signed in on this device. News, and toasts shown while the page was hidden,
 * count as unread.
 */
export function saveNotification(
  shown: Pick<Notification, 'title' | 'text' | 'destructive' | 'lang'> & { readonly isNews?: boolean },
): void {
  const { title, text, destructive, lang, isNews = false } = shown;
  const at = new Date().toISOString();
  const isRead = !isNews && !document.hidden;
  const notification = { id: newIdempotencyKey(), title, text, destructive, lang, at, isRead };
  write([notification, ...pastNotifications()].slice(0, MAX_KEPT));
}

/** Notifications of the signed-in account, newest first. The same array until something changes. */
export function pastNotifications(): readonly Notification[] {
  const key = keyOfAccount();
  const text = key && localStore.get(key);
  if (text !== known.text) known = { text, list: parse(text) };
  return known.list;
}

export function markAllRead(): void {
  write(pastNotifications().map((notification) => ({ ...notification, isRead: true })));
}

export function clearNotifications(): void {
  const key = keyOfAccount();
  if (key) localStore.remove(key);
  changes.dispatchEvent(new Event(CHANGE));
}

/**
 * Calls back after every change, also by another window.
 * @returns stops it
 */
export function onNotifications(listener: () => void): () => void {
  const heard = new AbortController();
  for (const target of [changes, window]) target.addEventListener(CHANGE, listener, { signal: heard.signal });
  return () => heard.abort();
}

function keyOfAccount(): string | null {
  const account = savedAccount();
  return account && PREFIX + account.user.id;
}

function write(list: readonly Notification[]): void {
  const key = keyOfAccount();
  if (key === null) return;
  localStore.set(key, JSON.stringify(list));
  changes.dispatchEvent(new Event(CHANGE));
}

function parse(text: string | null): readonly Notification[] {
  const list = parsed<Notification[]>(text);
  return Array.isArray(list) ? (list as Notification[]).filter((item) => typeof item?.title === 'string') : NONE;
}
