import { sessionStore } from './storage.ts';
import type { Toast } from './toast-text.ts';

const KEY = 'toastAfterLoad';

/** Saves a toast for the next page of this site, because the current one is about to unload. */
export function saveToastForNextPage(toast: Toast): void {
  sessionStore.set(KEY, JSON.stringify(toast));
}

/** Returns and forgets the saved toast. */
export function takeSavedToast(): Toast | null {
  const text = sessionStore.get(KEY);
  sessionStore.remove(KEY);
  if (text === null) return null;
  try {
    const toast = JSON.parse(text) as Partial<Toast> | null;
    return typeof toast?.title === 'string' ? (toast as Toast) : null;
  } catch {
    return null;
  }
}
