import type { ScanInfoAnswer } from '@perktree/contracts/http/scanning';
import type { Language } from './words.ts';

/** Id of the element in which the server leaves this, as JSON. */
export const SENT_ID = 'sent';

/** What the server has put into the page, so that the script draws it at once instead of asking first. */
export interface Sent {
  readonly language: Language;
  /** The page's catalogue in that language. */
  readonly words: unknown;
  /** False: nobody was signed in. */
  readonly signedIn: boolean;
  /** Answer of the link's scan-info call, whatever its status; null on other pages and where it may help to ask again. */
  readonly info: ScanInfoAnswer | null;
}

/** Null where the page was not made by the server (development), or is not what is expected. */
export function readSent(): Sent | null {
  try {
    return JSON.parse(document.getElementById(SENT_ID)?.textContent ?? '') as Sent;
  } catch {
    return null;
  }
}
