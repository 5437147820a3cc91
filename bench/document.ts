import { readFileSync, writeFileSync } from 'node:fs';

const BEGIN = '<!-- figures: npm run bench -- --write docs/performance.md -->';
const END = '<!-- end of figures -->';

/** Puts what was measured between a document's markers. @throws where it has none */
export function writeFigures(file: string, text: string): void {
  writeFileSync(file, withFigures(readFileSync(file, 'utf8'), text));
}

export function withFigures(document: string, text: string): string {
  const from = document.indexOf(BEGIN);
  const to = document.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`The document has no place for figures: ${BEGIN} … ${END}`);
  return `${document.slice(0, from + BEGIN.length)}\n\n${text.trim()}\n\n${document.slice(to)}`;
}
