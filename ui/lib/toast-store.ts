import { observable } from './observable.ts';

export interface Toast {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: 'default' | 'destructive';
  /** Language of the texts, if it is not the page's, such as the Spanish claim notice. */
  readonly lang?: string;
  /** An action by another person, which counts as unread. Answers to the user's own actions count as read. */
  readonly isNews?: boolean;
}

export interface ShownToast extends Toast {
  readonly id: number;
  readonly open: boolean;
}

/** A dismissed toast stays in the store, closed, for this long, milliseconds. */
const REMOVED_AFTER_MS = 1_000_000;

export type ToastStore = ReturnType<typeof createToastStore>;

/** Holds one toast: a new one replaces it. */
export function createToastStore() {
  const shown = observable<ShownToast | null>(null);
  let lastId = 0;
  let removal: ReturnType<typeof setTimeout> | undefined;
  return {
    current: shown.get,
    subscribe: shown.subscribe,
    show(toast: Toast): void {
      clearTimeout(removal);
      lastId += 1;
      shown.set({ ...toast, id: lastId, open: true });
    },
    close(): void {
      const current = shown.get();
      if (!current?.open) return;
      shown.set({ ...current, open: false });
      removal = setTimeout(() => shown.set(null), REMOVED_AFTER_MS);
    },
  };
}
