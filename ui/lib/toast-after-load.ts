import { sessionStore } from './storage.ts';
import type { Toast } from './toast-text.ts';

const KEY = 'toastAfterLoad';

/** Keeps a toast for the next page of this site: the one that shows it now is about to be left. */
export function keepToastForNextPage(toast: Toast): void {
  sessionStore.set(KEY, JSON.stringify(toast));
}

/** The toast that the page before has kept, once. */
export function takeKeptToast(): Toast | null {
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
