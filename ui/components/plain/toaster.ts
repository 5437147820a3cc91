export interface ToastText {
  title: string;
  text?: string;
  tone: 'plain' | 'destructive';
  /** Language of the texts, where it is not the page's. */
  lang?: string;
}

export interface ShownToast extends ToastText {
  /** Tells one toast from the next, so that its time starts anew. */
  id: number;
}

/** Default display time, milliseconds (specification 9). */
export const TOAST_MILLISECONDS = 5000;
/** A swipe to the right by this many CSS pixels puts the toast away (specification 9). */
export const SWIPE_PIXELS = 50;

let shown: ShownToast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, in place of the one that is there: one at a time. */
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
