import { createToastStore } from '../../lib/toast-store.ts';

/** The toasts of the page. */
export const toasts = createToastStore();
