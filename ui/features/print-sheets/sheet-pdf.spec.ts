import { createRequire } from 'node:module';
import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { PLAIN_DESIGN } from '@perktree/contracts/qr-design';
import { expect, it } from 'vitest';
import { qrDrawing } from '../../lib/qr-matrix.ts';
import { layOutPage, PAPERS, type Paper } from './sheet-layout.ts';
import { type DrawLine, pdfOf } from './sheet-pdf.ts';

type Decode = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
const jsqr = (createRequire(import.meta.url)('jsqr') as { default: Decode }).default;

const measure = (text: string, fontSize: number) => text.length * fontSize * 0.5;
const link = (n: number) => `https://perktree.example/scan/customer/${'abcdefghijklmnopqrstu'}${n}`;
/** The smallest PNG there is: one transparent pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const drawn: string[] = [];
const drawLine: DrawLine = async ({ text }) => {
  drawn.push(text);
  return { png: Buffer.from(PIXEL, 'base64'), width: 10, height: 10, ascent: 8 };
};

/** Pixels for each point of the test's own drawing. */
const SCALE = 2;

/** Fills the paths of a page's content: as much of PDF's imaging model as codes need. */
function rasterise(content: string, width: number, height: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255);
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const kept: Matrix[] = [];
  let color: readonly number[] = [0, 0, 0];
  let corners: [number, number][] = [];
  const operators: Readonly<Record<string, (operands: Matrix) => void>> = {
    q: () => kept.push(matrix),
    Q: () => {
      matrix = kept.pop() ?? matrix;
    },
    cm: (inner) => {
      matrix = multiply(inner, matrix);
    },
    rg: ([red, green, blue]) => {
      color = [red * 255, green * 255, blue * 255];
    },
    m: ([x, y]) => corners.push(transform(x, y, matrix)),
    l: ([x, y]) => corners.push(transform(x, y, matrix)),
    h: () => {
      const xs = corners.map(([x]) => Math.round(x * SCALE));
      const ys = corners.map(([, y]) => height - Math.round(y * SCALE));
      for (let y = Math.min(...ys); y < Math.max(...ys); y += 1) {
        for (let x = Math.min(...xs); x < Math.max(...xs); x += 1) {
          const at = 4 * (y * width + x);
          pixels.set(color, at);
        }
      }
      corners = [];
    },
  };
  const rectangle = ([x, y, width, height]: Matrix) => {
    for (const corner of [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ] as const) {
      operators.m?.([...corner, 0, 0, 0, 0]);
    }
    operators.h?.([0, 0, 0, 0, 0, 0]);
  };
  const operands: number[] = [];
  for (const word of content.split(/\s+/)) {
    if (/^-?[\d.]+(e-?\d+)?$/.test(word)) operands.push(Number(word));
    else {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands.splice(0);
      if (word === 're') rectangle([a, b, c, d, e, f]);
      else operators[word]?.([a, b, c, d, e, f]);
    }
  }
  return pixels;
}

type Matrix = readonly [number, number, number, number, number, number];

function transform(x: number, y: number, [a, b, c, d, e, f]: Matrix): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

function multiply([a, b, c, d, e, f]: Matrix, outer: Matrix): Matrix {
  const [x, y] = transform(e, f, outer);
  const column = (u: number, v: number): [number, number] => {
    const [tx, ty] = transform(u, v, outer);
    return [tx - outer[4], ty - outer[5]];
  };
  return [...column(a, b), ...column(c, d), x, y];
}

async function contentsOf(pdf: Uint8Array): Promise<{ content: string; width: number; height: number }[]> {
  const read = await PDFDocument.load(pdf);
  return read.getPages().map((page) => {
    const streams = page.node.Contents();
    const parts = streams instanceof PDFArray ? streams.asArray() : [streams];
    const content = parts.map((part) => {
      const stream = read.context.lookup(part);
      if (!(stream instanceof PDFRawStream)) throw new Error('not a stream');
      return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
    });
    return { content: content.join('\n'), ...page.getSize() };
  });
}

const blue = { ...PLAIN_DESIGN, foreground: '#1a4d8f', background: '#f5f0e0' };
const every = (Object.keys(PAPERS) as Paper[]).flatMap((paper) => [
  ['plain', paper, PLAIN_DESIGN] as const,
  ['in a design', paper, blue] as const,
]);

it.each(every)('creates pages on which all codes decode, %s on %s', async (_, paper, design) => {
  const labels = await Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => ({
      name: `QR ${n}`,
      benefit: '€5 Off',
      qr: await qrDrawing(link(n), design),
      logo: null,
      brand: null,
    })),
  );
  const pages = [labels.slice(0, 4), labels.slice(4)].map((some) => layOutPage(some, paper, 'medium', measure));
  const read = await contentsOf(await pdfOf(pages, 'Print sheet', drawLine));
  expect(read.map(({ width, height }) => ({ width, height }))).toEqual([PAPERS[paper], PAPERS[paper]]);

  const found: string[] = [];
  for (const [n, { content, width, height }] of read.entries()) {
    const [w, h] = [Math.round(width * SCALE), Math.round(height * SCALE)];
    const all = rasterise(content, w, h);
    for (const { x, y, module, drawing } of pages[n]?.qrs ?? []) {
      const left = Math.round(x * SCALE);
      const top = Math.round(y * SCALE);
      const size = Math.round(drawing.width * module * SCALE);
      const cut = new Uint8ClampedArray(4 * size * size);
      for (let row = 0; row < size; row += 1) {
        const start = 4 * ((top + row) * w + left);
        cut.set(all.subarray(start, start + 4 * size), 4 * row * size);
      }
      found.push(jsqr(cut, size, size)?.data ?? 'unreadable');
    }
  }
  expect(found).toEqual([1, 2, 3, 4, 5].map(link));
  expect(drawn).toEqual([]);
});

it('draws only lines with letters missing from its fonts as pictures', async () => {
  const label = {
    name: 'Café für alle',
    benefit: 'お茶',
    qr: await qrDrawing(link(1), PLAIN_DESIGN),
    logo: null,
    brand: null,
  };
  await pdfOf([layOutPage([label], 'A4', 'large', measure)], 'Print sheet', drawLine);
  expect(drawn).toEqual(['お茶']);
});

it('draws the logo of a brand, once in the file, and its name in its colour', async () => {
  const brand = { line: 'Luna', logo: `data:image/png;base64,${PIXEL}`, colour: '#856a00' };
  const label = { name: 'Bread', benefit: '€5 Off', qr: await qrDrawing(link(1), PLAIN_DESIGN), logo: null, brand };
  const bytes = await pdfOf([layOutPage([label, label], 'A4', 'medium', measure)], 'Print sheet', drawLine);
  const [page] = await contentsOf(bytes);
  expect(page?.content.match(/ Do\b/g)).toHaveLength(2);
  expect(page?.content).toContain('0.5215686274509804 0.41568627450980394 0 rg');
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Subtype \/Image/g)?.length ?? 0,
  ).toBeLessThanOrEqual(2);
});
