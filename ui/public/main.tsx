import { createRoot } from 'react-dom/client';
import '../lib/tokens.css';
import '../lib/tokens-dark.css';
import './base.css';
import './pages.css';
import { brandMobile } from '../lib/brand.ts';
import { currentLanguage } from '../lib/plain/language.ts';
import { readSent, type Sent } from '../lib/plain/sent.ts';
import type { Language } from '../lib/plain/words.ts';
import { loadWords } from './load-words.ts';
import { pageElement } from './page-element.tsx';
import { type PublicPage, pageOfPath } from './page-of-path.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const page = pageOfPath(location.pathname);
const sent = readSent();
const { language, words } = await wordsFor(page, sent);
document.documentElement.lang = language;
// Drawn anew over what the server sent, in the reader's time zone; until then that stays as it is.
createRoot(root).render(pageElement(page, { language, words, brand: brandMobile(), sent }));

/** Those that came with the page, unless the reader wants another language and it can be had. */
async function wordsFor({ page }: PublicPage, sent: Sent | null): Promise<{ language: Language; words: unknown }> {
  const language = currentLanguage();
  if (sent?.language === language) return sent;
  try {
    return { language, words: await loadWords(page, language) };
  } catch (error) {
    if (!sent) throw error;
    return sent;
  }
}
