import type { Language } from '@perktree/contracts/kernel/languages';
import type { ScanInfoAnswer } from '@perktree/contracts/scan/calls';
import { parsed } from '../storage.ts';

/** Id of the element that holds the data as JSON. */
export const BOOTSTRAP_DATA_ID = 'bootstrap';

/** Data that the server puts into the page, so that the script can render without requests. */
export interface BootstrapData {
  readonly language: Language;
  /** The page's catalogue in that language. */
  readonly words: unknown;
  readonly signedIn: boolean;
  /** Answer of the link's scan-info call, whatever its status. Null on other pages, and if a retry may help. */
  readonly info: ScanInfoAnswer | null;
  /** When the server rendered the page: devices may have another time. */
  readonly renderedAt: string;
}

/** Null if the server did not render the page (development), or the data is invalid. */
export const readBootstrapData = (): BootstrapData | null =>
  parsed<BootstrapData>(document.getElementById(BOOTSTRAP_DATA_ID)?.textContent ?? null) as BootstrapData | null;
