import { readFileSync, writeFileSync } from 'node:fs';

const END = '<!-- end of figures -->';

/** Writes the figures of a command between its markers in a document. @throws Error if it has no markers */
export function writeFigures(file: string, command: string, text: string): void {
  writeFileSync(file, withFigures(readFileSync(file, 'utf8'), command, text));
}

/** @param command as in the document's marker */
export function withFigures(document: string, command: string, text: string): string {
  const begin = `<!-- figures: ${command} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`The document has no place for figures: ${begin} … ${END}`);
  return `${document.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${document.slice(to)}`;
}
