import { LABEL_SIZES, type LabelSize, PAPER_NAMES } from '@perktree/contracts/qr/print-sheet-calls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutPage, wrap } from './sheet-layout.ts';

const measure = (text: string, fontSize = 1) => [...text].length * fontSize * 0.5;
const qr = { width: 37, height: 37, size: 29, fills: [], logo: null };
const label = { name: 'Bread', benefit: '20% Discount', qr, logo: null, brand: null, lines: [] };
const LOGO = Buffer.from('a picture');
const every = PAPER_NAMES.flatMap((paper) =>
  (Object.keys(LABEL_SIZES) as LabelSize[]).map((size) => [paper, size] as const),
);

describe.each(every)('a sheet of %s with %s labels', (paper, size) => {
  const { columns, rows } = LABEL_SIZES[size];

  it('keeps codes with their quiet zones and texts within the margins and apart from each other', () => {
    const brand = { line: 'y'.repeat(60), logo: LOGO, colour: null };
    const long = { ...label, name: 'A very long name '.repeat(10), benefit: 'x'.repeat(200), brand };
    const page = layOutPage(Array(columns * rows).fill(long), { paper, size }, measure);
    const squares = page.qrs.map(({ x, y, module, drawing }) => ({ x, y, edge: module * drawing.width }));
    for (const [n, { x, y, edge }] of squares.entries()) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(36);
      expect(x + edge).toBeLessThanOrEqual(page.width - 36 + 1e-9);
      for (const text of page.texts) {
        const half = measure(text.text, text.fontSize) / 2;
        const beside = text.x + half <= x || text.x - half >= x + edge;
        expect(beside || text.y - text.fontSize >= y + edge - 1e-9 || text.y <= y).toBe(true);
        expect(text.y).toBeLessThanOrEqual(page.height - 36);
      }
      for (const picture of page.pictures) {
        const isBeside = picture.x + picture.width <= x || picture.x >= x + edge;
        expect(isBeside || picture.y >= y + edge || picture.y + picture.height <= y).toBe(true);
      }
      for (const other of squares.slice(n + 1)) {
        expect(Math.abs(other.x - x) >= edge || Math.abs(other.y - y) >= edge).toBe(true);
      }
    }
  });
});

it('the brand is the last line of a label, on one line; a label without one has none', () => {
  const texts = (line?: string) => {
    const brand = line === undefined ? null : { line, logo: null, colour: '#856a00' };
    return layOutPage([{ ...label, brand }], { paper: 'A4', size: 'small' }, measure).texts;
  };
  expect(texts().map(({ text }) => text)).toEqual(['Bread', '20% Discount']);
  expect(texts('Luna').map(({ text }) => text)).toEqual(['Bread', '20% Discount', 'Luna']);
  expect(texts('Luna').map(({ colour }) => colour)).toEqual([undefined, undefined, '#856a00']);
  expect(texts('Luna '.repeat(20))).toHaveLength(3);
});

it('an address becomes smaller until it fits, whatever its width', () => {
  // Widths that cannot be halved and doubled exactly, as those of a font.
  const ofFont = (text: string, fontSize = 1) => Math.fround([...text].length * fontSize * 0.537);
  for (const paper of PAPER_NAMES) {
    for (let length = 20; length < 60; length += 1) {
      const line = 'x'.repeat(length);
      const page = layOutPage([{ ...label, lines: [line] }], { paper, size: 'small' }, ofFont);
      expect(page.texts.map(({ text }) => text)).toContain(line);
    }
  }
});

it('the logo of a brand stands between the benefit and its line', () => {
  const brand = { line: 'Luna', logo: LOGO, colour: null };
  const page = layOutPage([{ ...label, brand }], { paper: 'A4', size: 'small' }, measure);
  const [picture] = page.pictures;
  const [, benefit, line] = page.texts;
  if (!picture || !benefit || !line) throw new Error('the label is not whole');
  expect(picture.png).toBe(LOGO);
  expect(picture.y).toBeGreaterThan(benefit.y);
  expect(picture.y + picture.height).toBeLessThanOrEqual(line.y - line.fontSize);
});

describe('wrap', () => {
  const width = (text: string) => [...text].length;

  it('breaks at words, within long words only, and truncates with an ellipsis', () => {
    expect(wrap('one two three', 8, 3, width)).toEqual(['one two', 'three']);
    expect(wrap('abcdefgh', 3, 5, width)).toEqual(['abc', 'def', 'gh']);
    expect(wrap('one two three four', 8, 2, width)).toEqual(['one two', 'three f…']);
    expect(wrap('  ', 8, 2, width)).toEqual([]);
  });

  it('never exceeds the width or number of lines, and keeps all text that fits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (text, max, lines) => {
          const wrapped = wrap(text, max, lines, width);
          expect(wrapped.length).toBeLessThanOrEqual(lines);
          for (const line of wrapped) expect(width(line)).toBeLessThanOrEqual(max);
          const squeezed = (s: string) => s.replace(/\s/g, '');
          const last = wrapped.at(-1) ?? '';
          if (!last.endsWith('…')) expect(squeezed(wrapped.join(''))).toBe(squeezed(text));
        },
      ),
    );
  });
});
