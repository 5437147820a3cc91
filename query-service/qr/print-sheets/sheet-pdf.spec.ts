import { createRequire } from 'node:module';
import { PDFDocument } from '@cantoo/pdf-lib';
import { drawQr } from '@perktree/contracts/qr/code/draw';
import { PLAIN_DESIGN } from '@perktree/contracts/qr/design';
import { PAPERS } from '@perktree/platform/pdf/pdf';
import { operatorsOf, pdfTexts, svgOfPage } from '@perktree/platform/pdf/testing/pdf-text';
import { create } from 'qrcode';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { type Label, layOutPage, type SheetPage } from './sheet-layout.ts';
import { measure, pdfOf } from './sheet-pdf.ts';

type Decode = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
const jsqr = (createRequire(import.meta.url)('jsqr') as { default: Decode }).default;

const link = (n: number) => `https://perktree.example/scan/customer/${'abcdefghijklmnopqrstu'}${n}`;
/** The smallest PNG there is: one transparent pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const drawn = (text: string, design = PLAIN_DESIGN) =>
  drawQr(create(text, { errorCorrectionLevel: 'M' }).modules, design);
const LABEL: Label = { name: 'Bread', benefit: '€5 Off', qr: drawn(link(1)), logo: null, brand: null, lines: [] };

async function printed(pages: readonly SheetPage[]): Promise<Buffer> {
  const about = { title: 'Print sheet', language: 'en', at: new Date(0), producer: 'PerkTree' };
  const pieces: Buffer[] = [];
  for await (const piece of pdfOf(pages, about)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Pixels for each point of the rendered pages: 144 dpi. */
const SCALE = 2;

const pagesOf = async (pdf: Uint8Array) => (await PDFDocument.load(pdf)).getPages();

const blue = { ...PLAIN_DESIGN, foreground: '#1a4d8f', background: '#f5f0e0' };

it.each([
  ['plain', 'A4', PLAIN_DESIGN],
  ['in a design', 'Letter', blue],
] as const)('creates pages on which all codes decode, %s on %s', async (_, paper, design) => {
  const labels = [1, 2, 3, 4, 5].map((n) => ({ ...LABEL, name: `QR ${n}`, qr: drawn(link(n), design) }));
  const pages = [labels.slice(0, 4), labels.slice(4)].map((some) =>
    layOutPage(some, { paper, size: 'medium' }, measure),
  );
  const read = await pagesOf(await printed(pages));
  const [width, height] = PAPERS[paper];
  expect(read.map((page) => page.getSize())).toEqual([
    { width, height },
    { width, height },
  ]);

  const found: string[] = [];
  for (const [n, page] of read.entries()) {
    const svg = Buffer.from(svgOfPage(page));
    for (const { x, y, module, drawing } of pages[n]?.qrs ?? []) {
      const edge = Math.round(drawing.width * module * SCALE);
      const { data } = await sharp(svg, { density: 72 * SCALE })
        .extract({ left: Math.round(x * SCALE), top: Math.round(y * SCALE), width: edge, height: edge })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      found.push(jsqr(new Uint8ClampedArray(data), edge, edge)?.data ?? 'unreadable');
    }
  }
  expect(found).toEqual([1, 2, 3, 4, 5].map(link));
});

it('prints names in any script as text, with embedded fonts, each line in its middle', async () => {
  const names = ['Café für alle', 'Łukasz Şahin', 'Κώστας Иван', 'سوق القمر', 'お茶'];
  const page = layOutPage(
    names.map((name) => ({ ...LABEL, name, benefit: 'x' })).slice(0, 4),
    { paper: 'A4', size: 'medium' },
    measure,
  );
  const last = layOutPage([{ ...LABEL, name: names[4] ?? '' }], { paper: 'A4', size: 'large' }, measure);
  const pdf = await printed([page, last]);
  const texts = (await pdfTexts(pdf)).map((lines) => lines.join(' ').replaceAll('\u00a0', ' '));
  for (const name of names.slice(0, 3)) expect(texts[0]).toContain(name);
  expect(texts[0]).toMatch(/[\u0600-\u06ff\ufb50-\ufefc]/);
  expect(texts[1]).toBe('oCha €5 Off');
  expect(pdf.toString('latin1')).toContain('/FontFile2');
});

it('draws the logo of a brand, once in the file, and its name in its colour', async () => {
  const brand = { line: 'Luna', logo: PIXEL, colour: '#856a00' };
  const label = { ...LABEL, brand };
  const bytes = await printed([layOutPage([label, label], { paper: 'A4', size: 'medium' }, measure)]);
  const [page] = await pagesOf(bytes);
  const content = page && operatorsOf(page);
  expect(content?.match(/ Do\b/g)).toHaveLength(2);
  expect(content).toContain('0.5215686274509804 0.41568627450980394 0 scn');
  expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0).toBeLessThanOrEqual(2);
});

it('has cut marks around a bleed of 3 mm', async () => {
  const bytes = await printed([layOutPage([LABEL], { paper: 'A4', size: 'small', hasMarks: true }, measure)]);
  const [page] = await pagesOf(bytes);
  const [trim, bleed] = [page?.getTrimBox(), page?.getBleedBox()];
  expect([trim?.width, trim?.height].map((side) => Math.round(Number(side)))).toEqual([595, 842]);
  expect(((trim?.x ?? 0) - (bleed?.x ?? 0)) * (25.4 / 72)).toBeCloseTo(3, 1);
  // Two at each edge of the paper, and at each edge of the 3 columns and 4 rows.
  expect((page && operatorsOf(page))?.match(/^S$/gm)).toHaveLength(2 * (2 + 4 + 2 + 5));
});

it('names a letter by itself after a sheet in which it was a part of another letter', async () => {
  const textsOf = async (name: string) =>
    pdfTexts(await printed([layOutPage([{ ...LABEL, name }], { paper: 'A4', size: 'large' }, measure)]));
  // Ǯ is Ʒ with a caron in the font's file.
  expect((await textsOf('Ǯ')).flat()).toContain('Ǯ');
  expect((await textsOf('Ʒ')).flat()).toContain('Ʒ');
});
