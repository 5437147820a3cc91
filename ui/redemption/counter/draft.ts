import { sessionStore } from '../../lib/storage.ts';

/** What staff have entered in this tab. It outlasts signing in again, and ends with the redemption. */
interface Draft {
  /** A code or token, as typed or scanned. */
  readonly text: string;
  /** Decimal; empty: none yet. */
  readonly saleAmount: string;
}

const KEY = 'counter-draft';
const EMPTY: Draft = { text: '', saleAmount: '' };

export const savedCounterDraft = (): Draft => JSON.parse(sessionStore.get(KEY) ?? 'null') ?? EMPTY;
export const saveCounterDraft = (draft: Draft): void => sessionStore.set(KEY, JSON.stringify(draft));
export const forgetCounterDraft = (): void => sessionStore.remove(KEY);
