import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';
import { type Font, type Glyph, type GlyphRun, openSync } from 'fontkit';
import { LRUCache } from 'lru-cache';

/** Condensed, so that an id of 36 characters fits into a column; with the letters of DejaVu Sans. */
const FILES = {
  text: createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
  code: createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
} as const;

export type Style = keyof typeof FILES;

export interface PrintFont {
  readonly font: Font;
  /** For a size of 1. */
  readonly widthOf: (run: string) => number;
}

let opened: Readonly<Record<Style, PrintFont>> | undefined;

/** Opened once in a process: reading them takes longer than a statement of a month. */
export const printFonts = (): Readonly<Record<Style, PrintFont>> => {
  opened ??= { text: openPrintFont(FILES.text), bold: openPrintFont(FILES.bold), code: openPrintFont(FILES.code) };
  return opened;
};

/** Layouts that are kept; more than one statement has. */
const MAX_RUNS = 10_000;

/** Letters that join, or whose marks have places. */
const SHAPED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{M}]/u;

interface Letter {
  readonly glyph: Glyph;
  readonly width: number;
}

/**
 * The library looks up kerning for each pair of letters, which takes 17 ms for an id. Only texts that are illegible without its
 * layout are laid out by it, once; the letters of others stand side by side.
 */
function openPrintFont(file: string): PrintFont {
  const font = openSync(file) as Font;
  const shape = font.layout.bind(font);
  const runs = new LRUCache<string, GlyphRun>({ max: MAX_RUNS });
  const shaped = (text: string) => {
    const run = runs.get(text) ?? shape(text);
    runs.set(text, run);
    return run;
  };
  const letters = new Map<string, Letter>();
  const letterOf = (letter: string) => {
    const there = letters.get(letter);
    if (there) return there;
    const code = letter.codePointAt(0) ?? 0;
    // The library keeps a glyph as it first met it. As a part of another one, as S is of Ş, it stands for no letter, and texts with it
    // could not be searched or copied.
    const glyph: Glyph = Object.create(font.glyphForCodePoint(code), { codePoints: { value: [code] } });
    const made = { glyph, width: glyph.advanceWidth };
    letters.set(letter, made);
    return made;
  };
  // Positions are new objects: the caller scales them in place.
  font.layout = (text: string) => {
    if (SHAPED.test(text)) {
      const { glyphs, positions } = shaped(text);
      return { glyphs, positions: positions.map((position) => ({ ...position })) } as unknown as GlyphRun;
    }
    const side = Array.from(text, letterOf);
    return {
      glyphs: side.map(({ glyph }) => glyph),
      positions: side.map(({ width }) => ({ xAdvance: width, yAdvance: 0, xOffset: 0, yOffset: 0 })),
    } as unknown as GlyphRun;
  };
  const widthOf = (run: string) => {
    if (SHAPED.test(run)) return shaped(run).advanceWidth / font.unitsPerEm;
    let width = 0;
    for (const letter of run) width += letterOf(letter).width;
    return width / font.unitsPerEm;
  };
  return { font, widthOf };
}

/** U+FFFD, which all of the fonts have. */
const UNKNOWN = '\ufffd';

/**
 * The text in letters that a font has: others (Chinese, Thai, pictures) are transliterated to Latin letters, so that no text
 * is lost. "山田" is "ShanTian".
 */
export function printable(text: string, { font }: PrintFont): string {
  if (/^[ -~]*$/.test(text)) return text;
  return Array.from(text.normalize('NFC').replace(/\p{Cc}/gu, ' '), (letter) =>
    font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : transliterated(letter),
  ).join('');
}

/** Formatting characters and marks that are unknown are left out: they show nothing by themselves. */
const transliterated = (letter: string) => anyAscii(letter) || (/[\p{Cf}\p{M}]/u.test(letter) ? '' : UNKNOWN);

const RIGHT_TO_LEFT =
  /([\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}](?:[\p{M}\p{Cf} ]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}])*[\p{M}\p{Cf}]*)/u;

/**
 * Runs of one direction, to be drawn from left to right. The library turns the letters of a word that is written from right to
 * left, but not the order of words: no-break spaces make one word of such a run.
 */
export function runsOf(text: string): readonly string[] {
  if (!SHAPED.test(text)) return [text];
  const runs = text.split(RIGHT_TO_LEFT);
  return runs.map((run, n) => (n % 2 === 1 ? run.replaceAll(' ', '\u00a0') : run)).filter((run) => run !== '');
}
