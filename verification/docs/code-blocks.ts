import { read } from './repository.ts';

/** The code blocks of a page that have this language. */
export function codeBlocks(page: string, language: string): readonly string[] {
  const blocks = read(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block = '']) => block);
}
