import type { BootstrapData } from '../lib/public/bootstrap-data.ts';
import type { Language } from '../lib/public/languages.ts';

export interface PageSettings {
  readonly language: Language;
  /** The page's catalogue: landing.json or link-pages.json. */
  readonly words: unknown;
  readonly brand: string;
  readonly data: BootstrapData | null;
  /** Time zone of shown times. Default: the visitor's own. */
  readonly timeZone?: string;
}
