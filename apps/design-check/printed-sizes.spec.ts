import { dataUrlOf } from '@perktree/contracts/brand/pictures';
import { drawQr, type QrDrawing, svgElements } from '@perktree/contracts/qr/code/draw';
import { errorCorrectionOf, MODULE_SHAPES, PLAIN_DESIGN, type QrDesign } from '@perktree/contracts/qr/design';
import { LABEL_SIZES, type LabelSize, MIN_CODE_MM, PAPER_NAMES } from '@perktree/contracts/qr/print-sheet-calls';
import { layOutPage } from '@perktree/query-service/qr/print-sheets/sheet-layout';
import { measure } from '@perktree/query-service/qr/print-sheets/sheet-pdf';
import { create } from 'qrcode';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DECODERS } from './read-drawing.ts';

const LINK = 'https://perktree.example/scan/customer/abcdefghijklmnopqrstuv';
const PICTURE = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#c00' } })
  .png()
  .toBuffer();
/** Of a cheap printer or a photograph of a print. */
const DOTS_PER_INCH = 150;
/** Standard deviation of the blur: 0.15 mm, of which the smallest module has 0.4. */
const BLUR_MM = 0.15;
/** Modules of paper around a code. */
const PAPER = 6;
/** A camera takes picture after picture while it comes closer. */
const SCALES = [1, 1.06, 0.94];

const SIZES = Object.keys(LABEL_SIZES) as LabelSize[];
const looks = MODULE_SHAPES.flatMap((modules) =>
  [null, 'Scan and save'].flatMap((frameText) => [false, true].map((hasLogo) => ({ modules, frameText, hasLogo }))),
);
const toMm = (points: number) => (points / 72) * 25.4;

/** A label with every text, as a sheet of a paper shows it. */
function printedCode(paper: (typeof PAPER_NAMES)[number], size: LabelSize, hasLogo: boolean, look: Partial<QrDesign>) {
  const logo = hasLogo ? { picture: '0'.repeat(64), percent: 33 } : null;
  const design = { ...PLAIN_DESIGN, ...look, logo };
  const drawing = drawQr(create(LINK, { errorCorrectionLevel: errorCorrectionOf(design) }).modules, design);
  const brand = { line: 'Luna · PerkTree', logo: PICTURE, colour: null };
  const long = { name: 'A long name of a code '.repeat(5), benefit: 'A long benefit of a code '.repeat(5) };
  const label = { ...long, brand, qr: drawing, logo: null, lines: ['A tree · A distributor', LINK] };
  const [qr] = layOutPage([label], { paper, size }, measure).qrs;
  if (qr === undefined) throw new Error('the page has no code');
  return { drawing, moduleMm: toMm(qr.module) };
}

/** The decoders that read a code in none of the scales. */
async function unreadBy(drawing: QrDrawing, moduleMm: number, logo: string | null): Promise<readonly string[]> {
  const [width, height] = [drawing.width + 2 * PAPER, drawing.height + 2 * PAPER];
  const svg = (pixels: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * pixels}" height="${height * pixels}" viewBox="${-PAPER} ${-PAPER} ${width} ${height}"><rect x="${-PAPER}" y="${-PAPER}" width="${width}" height="${height}" fill="#fff"/>${svgElements(drawing, logo)}</svg>`;
  let unread = Object.keys(DECODERS) as (keyof typeof DECODERS)[];
  for (const scale of SCALES) {
    const perMm = (scale * DOTS_PER_INCH) / 25.4;
    const { data, info } = await sharp(Buffer.from(svg(moduleMm * perMm)))
      .blur(BLUR_MM * perMm)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
    const texts = await Promise.all(unread.map((name) => DECODERS[name](pixels)));
    unread = unread.filter((_, n) => texts[n] !== LINK);
    if (unread.length === 0) break;
  }
  return unread;
}

describe.each(SIZES)('labels of the size %s', (size) => {
  const { hasLogos } = LABEL_SIZES[size];

  it.each(PAPER_NAMES)('leave codes as large as contracts/qr/print-sheet-calls.ts says, on %s', (paper) => {
    for (const { hasLogo, ...look } of looks) {
      const { drawing, moduleMm } = printedCode(paper, size, hasLogo, look);
      const edge = moduleMm * drawing.size;
      if (!hasLogo) expect(edge).toBeGreaterThanOrEqual(MIN_CODE_MM.plain - 1e-9);
      else if (hasLogos) expect(edge).toBeGreaterThanOrEqual(MIN_CODE_MM.withLogo);
      else expect(edge).toBeLessThan(MIN_CODE_MM.withLogo);
    }
  });

  it.each(looks.filter(({ hasLogo }) => hasLogos || !hasLogo))(
    'are read by both decoders at 150 dpi, slightly blurred: %j',
    async ({ hasLogo, ...look }) => {
      // The lower paper.
      const { drawing, moduleMm } = printedCode('Letter', size, hasLogo, look);
      expect(await unreadBy(drawing, moduleMm, hasLogo ? dataUrlOf(PICTURE) : null)).toEqual([]);
    },
  );
});
