import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_SIZES, type LabelSize, layOut, PAPERS, type Paper, wrap } from './sheet-layout.ts';

const measure = (text: string, fontSize = 1) => [...text].length * fontSize * 0.5;
const label = { name: 'Bread', benefit: '20% Discount', qr: { size: 29, path: 'M0 0L1 0L1 1L0 1Z' } };
const every = (Object.keys(PAPERS) as Paper[]).flatMap((paper) =>
  (Object.keys(LABEL_SIZES) as LabelSize[]).map((size) => [paper, size] as const),
);

describe.each(every)('a sheet of %s with %s labels', (paper, size) => {
  const { columns, rows } = LABEL_SIZES[size];

  it('takes as many pages as its labels need, and none for no labels', () => {
    const pages = layOut(Array(columns * rows + 1).fill(label), paper, size, measure);
    expect(pages.map((page) => page.qrs.length)).toEqual([columns * rows, 1]);
    expect(layOut([], paper, size, measure)).toEqual([]);
  });

  it('keeps codes with their quiet zones and texts within the margins and apart from each other', () => {
    const long = { ...label, name: 'A very long name '.repeat(10), benefit: 'x'.repeat(200) };
    const [page] = layOut(Array(columns * rows).fill(long), paper, size, measure);
    if (!page) throw new Error('no page');
    const squares = page.qrs.map(({ x, y, module, edge }) => ({ x: x - 4 * module, y: y - 4 * module, edge }));
    for (const [n, { x, y, edge }] of squares.entries()) {
      expect(edge / (29 + 8)).toBeCloseTo(page.qrs[n]?.module ?? 0, 9);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(36);
      expect(x + edge).toBeLessThanOrEqual(page.width - 36 + 1e-9);
      for (const text of page.texts) {
        const half = measure(text.text, text.fontSize) / 2;
        const beside = text.x + half <= x || text.x - half >= x + edge;
        expect(beside || text.y - text.fontSize >= y + edge - 1e-9 || text.y <= y).toBe(true);
        expect(text.y).toBeLessThanOrEqual(page.height - 36);
      }
      for (const other of squares.slice(n + 1)) {
        expect(Math.abs(other.x - x) >= edge || Math.abs(other.y - y) >= edge).toBe(true);
      }
    }
  });
});

describe('wrap', () => {
  const width = (text: string) => [...text].length;

  it('breaks at words, within a word only where it must, and cuts with an ellipsis', () => {
    expect(wrap('one two three', 8, 3, width)).toEqual(['one two', 'three']);
    expect(wrap('abcdefgh', 3, 5, width)).toEqual(['abc', 'def', 'gh']);
    expect(wrap('one two three four', 8, 2, width)).toEqual(['one two', 'three f…']);
    expect(wrap('  ', 8, 2, width)).toEqual([]);
  });

  it('never makes a line too wide or one too many, and loses nothing that fits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (text, most, lines) => {
          const wrapped = wrap(text, most, lines, width);
          expect(wrapped.length).toBeLessThanOrEqual(lines);
          for (const line of wrapped) expect(width(line)).toBeLessThanOrEqual(most);
          const squeezed = (s: string) => s.replace(/\s/g, '');
          const last = wrapped.at(-1) ?? '';
          if (!last.endsWith('…')) expect(squeezed(wrapped.join(''))).toBe(squeezed(text));
        },
      ),
    );
  });
});
