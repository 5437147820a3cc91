import type { ReactElement } from 'react';
import type linkPages from '../locales/en/link-pages.json';
import { LinkPage } from '../scan/link-pages/link-page.tsx';
import type { PageSettings } from './load-words.ts';
import type { LinkPagePath as LinkTarget } from './page-of-path.ts';

/** A link page as both the server and the script render it. */
export function linkElement({ kind, token }: LinkTarget, { words, ...settings }: PageSettings): ReactElement {
  return <LinkPage {...settings} kind={kind} token={token} catalogue={words as typeof linkPages} />;
}
