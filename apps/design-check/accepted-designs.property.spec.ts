import { drawingsToRead } from '@perktree/command-service/qr/design-readability';
import { MIN_CONTRAST } from '@perktree/contracts/kernel/contrast';
import { drawQr, svgOfDrawing } from '@perktree/contracts/qr/code/draw';
import {
  contrastOf,
  errorCorrectionOf,
  MODULE_SHAPES,
  PLAIN_DESIGN,
  type QrDesign,
} from '@perktree/contracts/qr/design';
import fc from 'fast-check';
import { create } from 'qrcode';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { DECODERS, readDrawing } from './read-drawing.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const design = fc.record<QrDesign>({
  foreground: color,
  background: color,
  modules: fc.constantFrom(...MODULE_SHAPES),
  logo: fc.option(fc.record({ picture: fc.constant('0'.repeat(64)), percent: fc.integer({ min: 10, max: 50 }) })),
  frameText: fc.option(fc.stringMatching(/^[A-Za-z¡¿ñÑáéíóú0-9!%€]{1,24}$/)),
});
const token = fc.stringMatching(/^[\w-]{22}$/);
const linkOf = (ofToken: string) => `https://perktree.example/scan/customer/${ofToken}`;

function draw(wanted: QrDesign, text: string) {
  const { modules } = create(text, { errorCorrectionLevel: errorCorrectionOf(wanted) });
  return drawQr(modules, wanted);
}

/** Widths in pixels at which a scanner sees a code while it comes closer. */
const SEEN_WIDTHS = [380, 520, 680];

/** The pixels of a code with paper around it, as scanners expect. */
async function seenAs(svg: string, width: number) {
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .resize({ width })
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

it('any accepted design decodes by both decoders, also with the links of other QR codes', {
  timeout: 240_000,
}, async () => {
  const dark = design.filter((one) => contrastOf(one) >= MIN_CONTRAST);
  await fc.assert(
    fc.asyncProperty(dark, token, token, async (wanted, checked, other) => {
      for (const drawing of drawingsToRead(wanted, linkOf(checked), null)) {
        // Replaced by another design, so that those that count are accepted ones.
        fc.pre((await readDrawing(drawing)).length === 0);
      }
      const svg = svgOfDrawing(draw(wanted, linkOf(other)), null, 600);
      for (const name of ['jsQR', 'ZXing'] as const) {
        // A scanner sees a code in many sizes, and a decoder misses some code in one of them, also a plain one.
        const read = await Promise.all(SEEN_WIDTHS.map(async (seen) => DECODERS[name](await seenAs(svg, seen))));
        expect(read, name).toContain(linkOf(other));
      }
    }),
    // Shrinking would take minutes: the first design that fails is reported as it is.
    { numRuns: 12, endOnFailure: true },
  );
});

it.each(MODULE_SHAPES)(
  'refuses a logo that the code of one link bears, and that of another does not: %s',
  async (modules) => {
    const wanted: QrDesign = { ...PLAIN_DESIGN, modules, logo: { picture: '0'.repeat(64), percent: 42 } };
    const [one, worst] = drawingsToRead(wanted, linkOf('-BqOh55tUSO--uA7-N-5--'), null);
    if (one === undefined || worst === undefined) throw new Error('a design with a logo has two drawings');
    expect(await readDrawing(one)).toEqual([]);
    expect(await readDrawing(worst)).not.toEqual([]);
  },
);
