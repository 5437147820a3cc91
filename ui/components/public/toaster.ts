interface ToastText {
  title: string;
  text?: string;
  tone: 'plain' | 'destructive';
  /** Language of the texts, if it is not the page's. */
  lang?: string;
}

export interface ShownToast extends ToastText {
  /** Changes with each toast, so that the timer restarts. */
  id: number;
}

/** Default display time, milliseconds. */
export const TOAST_MILLISECONDS = 5000;
/** Swiping right by this many CSS pixels dismisses the toast. */
export const SWIPE_PIXELS = 50;

let shown: ShownToast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Replaces the toast that is shown. */
export function showToast(toast: ToastText): void {
  set({ ...toast, id: nextId++ });
}

export function dismissToast(id: number): void {
  if (shown?.id === id) set(null);
}

export function shownToast(): ShownToast | null {
  return shown;
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
